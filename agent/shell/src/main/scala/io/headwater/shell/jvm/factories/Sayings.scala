package io.headwater.shell.jvm.factories

import java.util.{Collection => JCollection}

import scala.collection.mutable

import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.jvm.Facets
import io.headwater.shell.python.answers.Saying
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}

/** Datasets of openlineage-java as what an extension says: beside what the engine finds, as the published agent takes it. */
private[factories] object Sayings {

  def inputs(found: JCollection[InputDataset]): Vector[Saying] = all(found).map { d =>
    Saying.Input(
      Some(Dataset(Facets.named(d.getNamespace, d.getName))),
      Facets.of(d.getFacets, FacetTarget.Dataset) ++ Facets.of(d.getInputFacets, FacetTarget.Input),
      beside = true
    )
  }

  def outputs(found: JCollection[OutputDataset], suffix: Option[String]): Vector[Saying] = all(found).map { d =>
    Saying.Output(
      Some(Dataset(Facets.named(d.getNamespace, d.getName))),
      Facets.of(d.getFacets, FacetTarget.Dataset) ++ Facets.of(d.getOutputFacets, FacetTarget.Output),
      suffix,
      beside = true
    )
  }

  private def all[A](found: JCollection[A]): Vector[A] = {
    val some = mutable.ArrayBuffer.empty[A]
    if (found != null) found.forEach(d => if (d != null) some += d)
    some.toVector
  }
}

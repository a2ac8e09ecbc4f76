package io.headwater.shell.extensions.jvm.factories

import java.util.{Collection => JCollection}

import scala.collection.mutable

import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.extensions.{ClientFacets, VisitorResult}
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}

/** Datasets of openlineage-java as what an extension says: beside what the engine finds, as the published agent takes it. */
private[factories] object VisitorResults {

  def inputs(found: JCollection[InputDataset]): Vector[VisitorResult] = all(found).map { d =>
    VisitorResult.Input(
      Some(Dataset(ClientFacets.named(d.getNamespace, d.getName))),
      ClientFacets.of(
        d.getFacets,
        FacetTarget.Dataset
      ) ++ ClientFacets.of(d.getInputFacets, FacetTarget.Input),
      beside = true
    )
  }

  def outputs(found: JCollection[OutputDataset], suffix: Option[String]): Vector[VisitorResult] =
    all(found).map { d =>
      VisitorResult.Output(
        Some(Dataset(ClientFacets.named(d.getNamespace, d.getName))),
        ClientFacets.of(
          d.getFacets,
          FacetTarget.Dataset
        ) ++ ClientFacets.of(d.getOutputFacets, FacetTarget.Output),
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

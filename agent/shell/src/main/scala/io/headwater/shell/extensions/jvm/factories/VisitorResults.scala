package io.headwater.shell.extensions.jvm.factories

import java.util.{Collection => JCollection}

import scala.collection.mutable

import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.extensions.{ClientFacets, VisitorResult}
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}

/** Converts datasets of openlineage-java to visitor results. They are additional to the datasets that the agent finds,
  * as in the published agent.
  */
private[factories] object VisitorResults {

  def inputs(datasets: JCollection[InputDataset]): Vector[VisitorResult] = nonNull(datasets).map { d =>
    VisitorResult.Input(
      Some(Dataset(ClientFacets.datasetId(d.getNamespace, d.getName))),
      ClientFacets.of(d.getFacets, FacetTarget.Dataset) ++
        ClientFacets.of(d.getInputFacets, FacetTarget.Input),
      additional = true
    )
  }

  def outputs(datasets: JCollection[OutputDataset], suffix: Option[String]): Vector[VisitorResult] =
    nonNull(datasets).map { d =>
      VisitorResult.Output(
        Some(Dataset(ClientFacets.datasetId(d.getNamespace, d.getName))),
        ClientFacets.of(d.getFacets, FacetTarget.Dataset) ++
          ClientFacets.of(d.getOutputFacets, FacetTarget.Output),
        suffix,
        additional = true
      )
    }

  private def nonNull[A](datasets: JCollection[A]): Vector[A] = {
    val all = mutable.ArrayBuffer.empty[A]
    if (datasets != null) datasets.forEach(d => if (d != null) all += d)
    all.toVector
  }
}

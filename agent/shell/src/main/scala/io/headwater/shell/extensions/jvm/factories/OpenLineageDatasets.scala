package io.headwater.shell.extensions.jvm.factories

import java.util.{Collection => JCollection}

import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.extensions.{ClientFacets, VisitorResult}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.{InputDataset, OutputDataset}

/** Converts datasets of openlineage-java to visitor results. They are additional to the datasets that the agent
  * finds, as in the published agent.
  */
private[factories] object OpenLineageDatasets {

  /** @param reject
    *   takes the reason why a facet cannot be sent
    */
  def inputs(datasets: JCollection[InputDataset], reject: String => Unit): Vector[VisitorResult] =
    nonNull(datasets).map { d =>
      VisitorResult.Input(
        Dataset(ClientFacets.datasetId(d.getNamespace, d.getName)),
        ClientFacets.of(d.getFacets, FacetTarget.Dataset, reject) ++
          ClientFacets.of(d.getInputFacets, FacetTarget.Input, reject),
        additional = true
      )
    }

  /** The same for outputs; if there are none, the suffix of the job's name alone. */
  def outputs(
      datasets: JCollection[OutputDataset],
      suffix: Option[String],
      reject: String => Unit
  ): Vector[VisitorResult] = {
    val found = nonNull(datasets).map { d =>
      VisitorResult.Output(
        Dataset(ClientFacets.datasetId(d.getNamespace, d.getName)),
        ClientFacets.of(d.getFacets, FacetTarget.Dataset, reject) ++
          ClientFacets.of(d.getOutputFacets, FacetTarget.Output, reject),
        suffix,
        additional = true
      )
    }
    if (found.isEmpty) suffix.map(VisitorResult.Suffix(_)).toVector else found
  }

  private def nonNull[A](datasets: JCollection[A]): Vector[A] =
    JavaCollections.vector(datasets).filter(_ != null)
}

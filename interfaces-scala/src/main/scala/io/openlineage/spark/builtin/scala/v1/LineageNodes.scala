package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.OpenLineage.{
  DatasetFacetsBuilder,
  InputDatasetInputFacetsBuilder,
  OutputDatasetOutputFacetsBuilder
}
import io.openlineage.client.utils.DatasetIdentifier

/** A plan node that knows what it reads. */
trait InputLineageNode {
  def getInputs(context: OpenLineageContext): List[InputDatasetWithFacets]
}

/** A plan node that knows what it writes. */
trait OutputLineageNode {
  def getOutputs(context: OpenLineageContext): List[OutputDatasetWithFacets]
}

/** A dataset that is read: its facets as such, and those of this one reading. */
sealed trait InputDatasetWithFacets {
  def facetsBuilder: DatasetFacetsBuilder
  def inputFacetsBuilder: InputDatasetInputFacetsBuilder
}

/** A dataset that is written: its facets as such, and those of this one writing. */
sealed trait OutputDatasetWithFacets {
  def facetsBuilder: DatasetFacetsBuilder
  def outputFacetsBuilder: OutputDatasetOutputFacetsBuilder
}

sealed trait DatasetWithIdentifier {
  def datasetIdentifier: DatasetIdentifier
}

/** The dataset is what the agent itself finds at another plan, `node`. */
sealed trait DatasetWithDelegate {
  def node: Object
}

case class InputDatasetWithIdentifier(
    datasetIdentifier: DatasetIdentifier,
    facetsBuilder: DatasetFacetsBuilder,
    inputFacetsBuilder: InputDatasetInputFacetsBuilder
) extends InputDatasetWithFacets
    with DatasetWithIdentifier

case class InputDatasetWithDelegate(
    node: Object,
    facetsBuilder: DatasetFacetsBuilder,
    inputFacetsBuilder: InputDatasetInputFacetsBuilder
) extends InputDatasetWithFacets
    with DatasetWithDelegate

case class OutputDatasetWithIdentifier(
    datasetIdentifier: DatasetIdentifier,
    facetsBuilder: DatasetFacetsBuilder,
    outputFacetsBuilder: OutputDatasetOutputFacetsBuilder
) extends OutputDatasetWithFacets
    with DatasetWithIdentifier

case class OutputDatasetWithDelegate(
    node: Object,
    facetsBuilder: DatasetFacetsBuilder,
    outputFacetsBuilder: OutputDatasetOutputFacetsBuilder
) extends OutputDatasetWithFacets
    with DatasetWithDelegate

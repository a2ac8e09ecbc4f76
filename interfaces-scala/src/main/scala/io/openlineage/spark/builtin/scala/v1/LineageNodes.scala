package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.OpenLineage.{
  DatasetFacetsBuilder,
  InputDatasetInputFacetsBuilder,
  OutputDatasetOutputFacetsBuilder
}
import io.openlineage.client.utils.DatasetIdentifier

/** A plan node that provides its inputs. */
trait InputLineageNode {
  def getInputs(context: OpenLineageContext): List[InputDatasetWithFacets]
}

/** A plan node that provides its outputs. */
trait OutputLineageNode {
  def getOutputs(context: OpenLineageContext): List[OutputDatasetWithFacets]
}

/** An input with its dataset facets and its input facets. */
sealed trait InputDatasetWithFacets {
  def facetsBuilder: DatasetFacetsBuilder
  def inputFacetsBuilder: InputDatasetInputFacetsBuilder
}

/** An output with its dataset facets and its output facets. */
sealed trait OutputDatasetWithFacets {
  def facetsBuilder: DatasetFacetsBuilder
  def outputFacetsBuilder: OutputDatasetOutputFacetsBuilder
}

sealed trait DatasetWithIdentifier {
  def datasetIdentifier: DatasetIdentifier
}

/** The dataset that the agent finds at another plan node. */
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

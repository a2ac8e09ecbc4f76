package io.openlineage.spark.extension.scala.v1

import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DatasetFacetsBuilder, InputDatasetInputFacetsBuilder}
import io.openlineage.client.utils.DatasetIdentifier

/** Copies of the traits in a library for the package `extension.scala.v1`. The agent has no classes of this package. */
trait OpenLineageContext {
  def openLineage: OpenLineage
  def sparkListenerEventName: String
}

trait LineageRelation {
  def getLineageDatasetIdentifier(context: OpenLineageContext): DatasetIdentifier
}

trait LineageRelationProvider {
  def getLineageDatasetIdentifier(
      context: OpenLineageContext,
      sqlContext: Object,
      parameters: Object
  ): DatasetIdentifier
}

trait InputLineageNode {
  def getInputs(context: OpenLineageContext): List[InputDatasetWithIdentifier]
}

case class InputDatasetWithIdentifier(
    datasetIdentifier: DatasetIdentifier,
    facetsBuilder: DatasetFacetsBuilder,
    inputFacetsBuilder: InputDatasetInputFacetsBuilder
)

case class OlExprId(exprId: Long)
case class InputDatasetFieldWithIdentifier(
    datasetIdentifier: DatasetIdentifier,
    field: String,
    exprId: OlExprId
)
case class OutputDatasetField(field: String, exprId: OlExprId)
case class ExpressionDependencyWithIdentifier(outputExprId: OlExprId, inputExprIds: List[OlExprId])

trait ColumnLevelLineageNode {
  def columnLevelLineageInputs(context: OpenLineageContext): List[InputDatasetFieldWithIdentifier]
  def columnLevelLineageOutputs(context: OpenLineageContext): List[OutputDatasetField]
  def columnLevelLineageDependencies(context: OpenLineageContext): List[ExpressionDependencyWithIdentifier]
}

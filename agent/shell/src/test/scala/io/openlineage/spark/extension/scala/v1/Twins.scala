package io.openlineage.spark.extension.scala.v1

import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{DatasetFacetsBuilder, InputDatasetInputFacetsBuilder}
import io.openlineage.client.utils.DatasetIdentifier

/** The traits as a library brings them that was written for the later package: the agent has no class of it. */
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

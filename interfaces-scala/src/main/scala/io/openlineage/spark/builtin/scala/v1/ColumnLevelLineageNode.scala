package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.utils.DatasetIdentifier

/** A plan node that knows what its columns are made of. */
trait ColumnLevelLineageNode {

  /** Which column of which dataset an attribute holds. */
  def columnLevelLineageInputs(context: OpenLineageContext): List[DatasetFieldLineage] = List()

  /** Under which name an attribute is written. */
  def columnLevelLineageOutputs(context: OpenLineageContext): List[DatasetFieldLineage] = List()

  /** What the node's attributes are made of. */
  def columnLevelLineageDependencies(context: OpenLineageContext): List[ExpressionDependency] = List()
}

sealed trait DatasetFieldLineage

sealed trait FieldWithExprId extends DatasetFieldLineage {
  def field: String
  def exprId: OlExprId
}

/** The column `field` of what the run writes. */
case class OutputDatasetField(field: String, exprId: OlExprId) extends DatasetFieldLineage

case class InputDatasetFieldWithIdentifier(
    datasetIdentifier: DatasetIdentifier,
    field: String,
    exprId: OlExprId
) extends FieldWithExprId

/** Whatever columns the agent itself finds at another plan. */
case class InputDatasetFieldFromDelegate(delegate: Object) extends DatasetFieldLineage

sealed trait ExpressionDependency {
  def outputExprId: OlExprId
}

/** The output is computed by `expression`, one of Catalyst's. */
case class ExpressionDependencyWithDelegate(outputExprId: OlExprId, expression: Object)
    extends ExpressionDependency

case class ExpressionDependencyWithIdentifier(outputExprId: OlExprId, inputExprIds: List[OlExprId])
    extends ExpressionDependency

/** The number in Catalyst's `ExprId`. */
case class OlExprId(exprId: Long)

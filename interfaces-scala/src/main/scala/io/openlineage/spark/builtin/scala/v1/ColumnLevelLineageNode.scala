package io.openlineage.spark.builtin.scala.v1

import io.openlineage.client.utils.DatasetIdentifier

/** A plan node that provides the lineage of its columns. */
trait ColumnLevelLineageNode {

  /** The dataset columns that the attributes of the node contain. */
  def columnLevelLineageInputs(context: OpenLineageContext): List[DatasetFieldLineage] = List()

  /** The names under which attributes are written. */
  def columnLevelLineageOutputs(context: OpenLineageContext): List[DatasetFieldLineage] = List()

  /** The dependencies of the attributes of the node. */
  def columnLevelLineageDependencies(context: OpenLineageContext): List[ExpressionDependency] = List()
}

sealed trait DatasetFieldLineage

sealed trait FieldWithExprId extends DatasetFieldLineage {
  def field: String
  def exprId: OlExprId
}

/** A column of the output. */
case class OutputDatasetField(field: String, exprId: OlExprId) extends DatasetFieldLineage

case class InputDatasetFieldWithIdentifier(
    datasetIdentifier: DatasetIdentifier,
    field: String,
    exprId: OlExprId
) extends FieldWithExprId

/** The columns that the agent finds at another plan node. */
case class InputDatasetFieldFromDelegate(delegate: Object) extends DatasetFieldLineage

sealed trait ExpressionDependency {
  def outputExprId: OlExprId
}

/** The output is computed by a Catalyst expression. */
case class ExpressionDependencyWithDelegate(outputExprId: OlExprId, expression: Object)
    extends ExpressionDependency

case class ExpressionDependencyWithIdentifier(outputExprId: OlExprId, inputExprIds: List[OlExprId])
    extends ExpressionDependency

/** The id of a Catalyst `ExprId`. */
case class OlExprId(exprId: Long)

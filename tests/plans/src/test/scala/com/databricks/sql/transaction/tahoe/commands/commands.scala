package com.databricks.sql.transaction.tahoe.commands

import org.apache.spark.sql.catalyst.expressions.{Expression, LeafExpression, Unevaluable}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.LeafRunnableCommand
import org.apache.spark.sql.types.{DataType, NullType, StructType}
import org.apache.spark.sql.{Row, SparkSession}

/** Look-alikes of Delta's commands on Databricks, with the accessors that Delta's own have. Nothing runs them. */
sealed abstract class EdgeCommand extends LeafRunnableCommand {
  override def run(session: SparkSession): Seq[Row] = Nil
}

final case class DeleteCommandEdge(target: LogicalPlan, condition: Option[Expression]) extends EdgeCommand

final case class UpdateCommandEdge(
    target: LogicalPlan,
    updateExpressions: Seq[Expression],
    condition: Option[Expression]
) extends EdgeCommand

/** It does not tell which values it assigns. */
final case class UpdateCommand(target: LogicalPlan, condition: Option[Expression]) extends EdgeCommand

final case class MergeIntoCommandEdge(
    source: LogicalPlan,
    target: LogicalPlan,
    condition: Expression,
    matchedClauses: Seq[Expression],
    notMatchedClauses: Seq[Expression],
    notMatchedBySourceClauses: Seq[Expression],
    migratedSchema: Option[StructType]
) extends EdgeCommand

/** That of Delta before 2.3: without `WHEN NOT MATCHED BY SOURCE`. */
final case class MergeIntoCommand(
    source: LogicalPlan,
    target: LogicalPlan,
    condition: Expression,
    matchedClauses: Seq[Expression],
    notMatchedClauses: Seq[Expression]
) extends EdgeCommand

sealed abstract class EdgeExpression extends LeafExpression with Unevaluable {
  override def nullable: Boolean = true
  override def dataType: DataType = NullType
}

final case class EdgeAction(targetColNameParts: Seq[String], expr: Expression) extends EdgeExpression

final case class EdgeClause(
    clauseType: String,
    condition: Option[Expression],
    resolvedActions: Seq[Expression]
) extends EdgeExpression

package com.databricks.sql.transaction.tahoe.commands

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.command.LeafRunnableCommand
import org.apache.spark.sql.{Row, SparkSession}

/** Commands with the names of those of Databricks, and the members of those of Delta. Nothing runs them. */
sealed abstract class DatabricksCommand extends LeafRunnableCommand {
  override def run(session: SparkSession): Seq[Row] = Nil
}

final case class DeleteCommandEdge(target: LogicalPlan, condition: Option[Expression])
    extends DatabricksCommand

final case class UpdateCommandEdge(
    target: LogicalPlan,
    updateExpressions: Seq[Expression],
    condition: Option[Expression]
) extends DatabricksCommand

final case class MergeIntoCommandEdge(
    source: LogicalPlan,
    target: LogicalPlan,
    condition: Expression,
    matchedClauses: Seq[Expression],
    notMatchedClauses: Seq[Expression]
) extends DatabricksCommand

/** A command without what the agent reads. */
final case class MergeIntoCommand(other: LogicalPlan) extends DatabricksCommand

package org.apache.paimon.spark.commands

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, MergeAction}
import org.apache.spark.sql.execution.command.LeafRunnableCommand
import org.apache.spark.sql.{Row, SparkSession}

/** Commands with the names and the members of those of Paimon's newer releases, which have no jar here. Nothing runs them. */
sealed abstract class PaimonCommand extends LeafRunnableCommand {
  override def run(session: SparkSession): Seq[Row] = Nil
}

final case class UpdatePaimonDataEvolutionTableCommand(
    relation: LogicalPlan,
    condition: Expression,
    alignedExpressions: Seq[(Expression, Attribute)]
) extends PaimonCommand

final case class MergeIntoPaimonDataEvolutionTable(
    targetTable: LogicalPlan,
    sourceTable: LogicalPlan,
    matchedCondition: Expression,
    matchedActions: Seq[MergeAction],
    notMatchedActions: Seq[MergeAction],
    notMatchedBySourceActions: Seq[MergeAction]
) extends PaimonCommand

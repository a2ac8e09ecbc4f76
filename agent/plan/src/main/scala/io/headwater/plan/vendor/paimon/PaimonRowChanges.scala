package io.headwater.plan.vendor.paimon

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{Assignment, LogicalPlan, MergeAction}
import org.apache.spark.sql.connector.catalog.Table

import io.headwater.model.Lifecycle
import io.headwater.plan.naming.{Schemas, TableV2}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.writes.{ChangedRows, ChangedTable, RowLevelCommands, WriteLineage}
import io.headwater.util.{Accessors, ClassNames, NamedIn}

/** `UPDATE`, `DELETE`, `MERGE` and `TRUNCATE` of Paimon tables, by Paimon's own commands. Where Paimon leaves a statement to
  * Spark, in its newer releases, the rules for Spark's nodes read it.
  */
object PaimonRowChanges {
  private object PaimonCommand extends NamedIn("org.apache.paimon.spark.commands.")

  val rule: Rule = {
    case c @ PaimonCommand("UpdatePaimonTableCommand" | "UpdatePaimonDataEvolutionTableCommand") =>
      update(new Accessors(c))
    case c @ PaimonCommand("DeleteFromPaimonTableCommand") =>
      val command = new Accessors(c)
      RowLevelCommands.delete(RowLevelCommands.ofRelation, relation(command), Some(condition(command)))
    case c @ PaimonCommand("MergeIntoPaimonTable" | "MergeIntoPaimonDataEvolutionTable") =>
      merge(new Accessors(c))
    case c @ PaimonCommand("PaimonTruncateTableCommand") =>
      val command = new Accessors(c)
      val isWhole = command.value[Map[String, String]]("partitionSpec").isEmpty
      truncate(command.value[Table]("v2Table"), isWhole)
  }

  /** Paimon gives all columns of the table a value; a column that the statement does not assign is its own value. */
  private def update(command: Accessors): NodeLineage = {
    val assignments = command.ifPresent[Seq[Assignment]]("assignments").getOrElse(
      command.value[Seq[(Expression, Attribute)]]("alignedExpressions").map { case (value, column) =>
        Assignment(column, value)
      }
    )
    val assigned = assignments.filterNot(a => a.key.semanticEquals(a.value))
    RowLevelCommands
      .update(RowLevelCommands.ofRelation, relation(command), assigned, Some(condition(command)))
      .copy(extraExpressions = assigned.map(_.value))
  }

  private def merge(command: Accessors): NodeLineage = {
    def actions(kind: String) = command.value[Seq[MergeAction]](kind)
    RowLevelCommands.merge(
      RowLevelCommands.ofRelation,
      command.value[LogicalPlan]("targetTable"),
      command.value[LogicalPlan]("sourceTable"),
      command.ifPresent[Expression]("mergeCondition")
        .getOrElse(command.value[Expression]("matchedCondition")), // of tables with data evolution
      None,
      Seq("matchedActions", "notMatchedActions", "notMatchedBySourceActions").map(actions)
    )
  }

  /** The command has the table without its name in the catalog. */
  private def truncate(table: Table, isWhole: Boolean): NodeLineage = NodeLineage.leaf { context =>
    val schema = Schemas.fields(table.schema)
    val dataset = DataSourceV2Relations.dataset(TableV2(table, None, None), context.session, schema)
    val lifecycle = if (isWhole) Some(Lifecycle.Truncate) else None
    dataset match {
      case Some(found) =>
        ChangedTable(found, Nil).record(context, ChangedRows(Vector.empty, context.graph.nothing, lifecycle))
      case None => context.gap("sink", s"no name for a table of ${ClassNames.simple(table)}")
    }
    WriteLineage.noOutput(context)
  }

  private def relation(command: Accessors): LogicalPlan = command.value[LogicalPlan]("relation")

  private def condition(command: Accessors): Expression = command.value[Expression]("condition")
}

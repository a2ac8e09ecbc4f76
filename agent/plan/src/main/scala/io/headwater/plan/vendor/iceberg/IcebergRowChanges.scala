package io.headwater.plan.vendor.iceberg

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.{Assignment, Join, LogicalPlan, MergeAction}

import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.writes.RowLevelCommands
import io.headwater.util.Accessors

/** `UPDATE`, `DELETE` and `MERGE` on Spark 3.3 and 3.4, for which Iceberg has nodes of its own. Such a node keeps the
  * statement and has its rewritten form beside it. On later lines Spark rewrites these statements, see
  * [[io.headwater.plan.writes.RowLevelWrites]].
  */
object IcebergRowChanges {
  val rule: Rule = {
    case c @ IcebergNode("DeleteFromIcebergTable") =>
      val node = new Accessors(c)
      RowLevelCommands.delete(RowLevelCommands.ofRelation, node.value[LogicalPlan]("table"), condition(node))
    case c @ IcebergNode("UpdateIcebergTable") =>
      val node = new Accessors(c)
      val assignments = node.value[Seq[Assignment]]("assignments")
      RowLevelCommands.update(
        RowLevelCommands.ofRelation,
        node.value[LogicalPlan]("table"),
        assignments,
        condition(node)
      )
    case c @ IcebergNode("MergeIntoIcebergTable") =>
      val node = new Accessors(c)
      RowLevelCommands.merge(
        RowLevelCommands.ofRelation,
        node.value[LogicalPlan]("targetTable"),
        node.value[LogicalPlan]("sourceTable"),
        node.value[Expression]("mergeCondition"),
        joinType(node),
        Seq("matchedActions", "notMatchedActions").map(node.value[Seq[MergeAction]](_))
      )
  }

  private def condition(node: Accessors): Option[Expression] = node.value[Option[Expression]]("condition")

  /** The type of the join of source and target in the rewritten form of a `MERGE`. */
  private def joinType(node: Accessors): Option[String] =
    node.value[Option[LogicalPlan]]("rewritePlan").flatMap(_.collectFirst { case j: Join => j.joinType.sql })
}

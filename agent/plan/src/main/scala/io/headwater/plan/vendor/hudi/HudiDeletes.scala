package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.catalyst.plans.logical.{Filter, LogicalPlan}
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.plan.writes.{ChangedRows, ChangedTable, RowChanges, WriteLineage}

/** `DELETE` of a Hudi table. The command holds the query for the keys of the rows to delete. */
private[hudi] object HudiDeletes {

  def lineage(query: LogicalPlan): NodeLineage = {
    val relation = query.collectFirst { case r: LogicalRelation => r }
    NodeLineage(query +: relation.toSeq, context => delete(context, query, relation))
  }

  private def delete(context: RuleContext, query: LogicalPlan, relation: Option[LogicalRelation]): Scope = {
    val dataset = relation.flatMap(HudiTables.dataset(_, context.session))
    val hasCondition = query.exists(_.isInstanceOf[Filter])
    (relation, dataset) match {
      case (Some(r), Some(d)) =>
        val columns = HudiTables.dataColumns(r.output)
        val changed =
          if (hasCondition) ChangedRows(new RowChanges(context, columns).unchanged, context.input.rows)
          else ChangedRows(Vector.empty, context.graph.nothing, Some(Lifecycle.Truncate))
        ChangedTable(d, columns).record(context, changed)
      case _ => context.gap("sink", "the command's target is no table of the catalog")
    }
    WriteLineage.noOutput(context)
  }
}

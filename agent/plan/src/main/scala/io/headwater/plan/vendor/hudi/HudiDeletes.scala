package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.catalyst.plans.logical.{Filter, LogicalPlan}
import org.apache.spark.sql.execution.datasources.LogicalRelation

import io.headwater.model.Lifecycle
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.{NodeLineage, RuleContext, Write}
import io.headwater.plan.writes.{RowChanges, WriteRule}

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
        val columns =
          if (hasCondition) new RowChanges(context, HudiTables.dataColumns(r.output)).unchanged
          else Vector.empty
        val lifecycle = if (hasCondition) None else Some(Lifecycle.Truncate)
        val rows = if (hasCondition) context.input.rows else context.graph.nothing
        context.findings.write(Write(d.copy(lifecycle = lifecycle), columns, rows, WriteRule.suffix(d)))
      case _ => context.gap("sink", "the command's target is no table of the catalog")
    }
    WriteRule.noOutput(context)
  }
}

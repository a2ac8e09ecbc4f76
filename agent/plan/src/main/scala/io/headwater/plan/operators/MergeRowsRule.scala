package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Kind
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** A `MERGE` that only inserts is an append of the rows of `MergeRows`. A value comes from one of the clauses, and their
  * conditions decide which rows there are. `RowLevelWrites` reads any other `MERGE`.
  */
object MergeRowsRule {
  val rule: Rule = { case m @ RewrittenMerge(merge) => NodeLineage.of(m)(scope(m, merge, _)) }

  private def scope(m: LogicalPlan, merge: RewrittenMerge, context: RuleContext): Scope = {
    val rows = merge.all.flatMap(_.outputs)
    val columns = m.output.zipWithIndex.map { case (a, i) =>
      val values = rows.map(r => context.node(r(i)))
      a.exprId.id -> context.graph.derived(context.graph.edgesTo(values, Kinds.identity))
    }
    Scope(LongMap(columns: _*), context.rows(Kind.Filter, merge.all.map(_.condition)))
  }
}

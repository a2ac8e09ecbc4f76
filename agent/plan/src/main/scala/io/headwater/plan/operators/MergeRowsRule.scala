package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.MergeRows

import io.headwater.model.Kind
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** A `MERGE` of inserts alone is an append of the rows that `MergeRows` gives: a value is that of one of the clauses,
  * and their conditions decide which rows there are. Any other `MERGE` is read whole (`writes/RowLevelWrites`).
  */
object MergeRowsRule {
  val rule: Rule = { case m: MergeRows => NodeLineage.of(m)(merged(m, _)) }

  private def merged(m: MergeRows, context: RuleContext): Scope = {
    val all = m.matchedInstructions ++ m.notMatchedInstructions ++ m.notMatchedBySourceInstructions
    val rows = all.flatMap(_.outputs)
    val columns = m.output.zipWithIndex.map { case (a, i) =>
      val values = rows.map(r => context.node(r(i))).distinct.filter(_ != context.graph.nothing).toVector
      a.exprId.id -> context.graph.derived(values.map(Edge(_, Kinds.identity)))
    }
    Scope(LongMap(columns: _*), context.rows(Kind.Filter, all.map(_.condition)))
  }
}

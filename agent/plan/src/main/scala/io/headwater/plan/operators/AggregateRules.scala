package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Expand, Window}

import io.headwater.model.Kind
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** `GROUP BY`, with `ROLLUP`, `CUBE` and `GROUPING SETS` as Spark lays them out, and window functions. */
object AggregateRules {
  val rule: Rule = {
    case a: Aggregate =>
      NodeLineage.of(a)(context =>
        Scope(context.columns(a.aggregateExpressions), context.rows(Kind.GroupBy, a.groupingExpressions))
      )

    // each row comes out once for each grouping set: a column is what it is in any of them
    case e: Expand =>
      NodeLineage.of(e) { context =>
        val columns = e.output.zipWithIndex.map { case (attribute, i) =>
          val uses = context.edges(e.projections.map(_(i)), Kind.Identity).distinct
          attribute.exprId.id -> context.graph.derived(uses, fieldsFrom = uses.filter(_.kinds == Kinds.identity))
        }
        Scope(LongMap(columns: _*), context.input.rows)
      }

    case w: Window =>
      NodeLineage.of(w)(context =>
        Scope(context.input.columns ++ context.columns(w.windowExpressions), context.input.rows)
      )
  }
}

package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Expand, Window}

import io.headwater.model.Kind
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** `GROUP BY` and window functions. Spark plans `ROLLUP`, `CUBE` and `GROUPING SETS` with an `Expand`. */
object AggregateRules {
  val rule: Rule = {
    case a: Aggregate =>
      NodeLineage.of(a)(context =>
        Scope(context.columns(a.aggregateExpressions), context.rows(Kind.GroupBy, a.groupingExpressions))
      )

    // one output row for each grouping set: a column has the value that it has in any of the sets
    case e: Expand =>
      NodeLineage.of(e) { context =>
        val columns = e.output.zipWithIndex.map { case (attribute, i) =>
          val edges = context.edges(e.projections.map(_(i)), Kind.Identity).distinct
          attribute.exprId.id -> context.graph.derived(
            edges,
            fieldsFrom = edges.filter(_.kinds == Kinds.identity)
          )
        }
        Scope(LongMap(columns: _*), context.input.rows)
      }

    case w: Window =>
      NodeLineage.of(w)(context =>
        Scope(context.input.columns ++ context.columns(w.windowExpressions), context.input.rows)
      )
  }
}

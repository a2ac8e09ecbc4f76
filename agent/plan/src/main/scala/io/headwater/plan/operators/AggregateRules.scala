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
      NodeLineage.of(a)(site =>
        Scope(site.columns(a.aggregateExpressions), site.rows(Kind.GroupBy, a.groupingExpressions))
      )

    // each row comes out once for each grouping set: a column is what it is in any of them
    case e: Expand =>
      NodeLineage.of(e) { site =>
        val columns = e.output.zipWithIndex.map { case (attribute, i) =>
          val uses = site.uses(e.projections.map(_(i)), Kind.Identity).distinct
          attribute.exprId.id -> site.graph.derived(uses, like = uses.filter(_.kinds == Kinds.identity))
        }
        Scope(LongMap(columns: _*), site.input.rows)
      }

    case w: Window =>
      NodeLineage.of(w)(site =>
        Scope(site.input.columns ++ site.columns(w.windowExpressions), site.input.rows)
      )
  }
}

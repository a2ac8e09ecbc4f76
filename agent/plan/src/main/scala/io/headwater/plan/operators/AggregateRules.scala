package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, PivotFirst}
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Expand, Window}

import io.headwater.model.Kind
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** `GROUP BY`, `PIVOT` and window functions. Spark plans `ROLLUP`, `CUBE` and `GROUPING SETS` with an `Expand`. */
object AggregateRules {
  val rule: Rule = {
    case Pivoted(a, groups) =>
      NodeLineage(
        groups.children,
        { context =>
          val cells = context.columns(groups.aggregateExpressions)
          val pivot = context.over(Scope(cells, context.input.rows))
          Scope(pivot.columns(a.aggregateExpressions), pivot.rows(Kind.GroupBy, a.groupingExpressions))
        },
        groups.expressions
      )
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

  /** Matches the two aggregates that Spark plans for `PIVOT (sum(b) FOR c IN (…))`. The inner one, which is also given,
    * groups by `c`, too. This decides on no row of the result, because the outer one makes columns of the groups.
    */
  private object Pivoted {
    def unapply(plan: Aggregate): Option[(Aggregate, Aggregate)] = plan.child match {
      case groups: Aggregate if plan.aggregateExpressions.exists(isPivot) => Some((plan, groups))
      case _ => None
    }

    private def isPivot(e: Expression): Boolean = e match {
      case Alias(AggregateExpression(_: PivotFirst, _, _, _, _), _) => true
      case _ => false
    }
  }
}

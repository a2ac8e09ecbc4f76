package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.aggregate.{AggregateExpression, PivotFirst}
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, Expand, Window}

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.plan.variables.PartOfText
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** `GROUP BY`, `PIVOT` and window functions. Spark plans `ROLLUP`, `CUBE` and `GROUPING SETS` with an `Expand`. */
object AggregateRules {
  val rule: Rule = {
    case Pivoted(a, groups) =>
      NodeLineage(
        groups.children,
        { context =>
          val cells = context.columns(groups.aggregateExpressions)
          val rows =
            if (Unordered.isEnoughFor(groups)) Unordered.inputs(groups, context).input.rows
            else context.inOrder(context.input.rows)
          val pivot = context.over(Scope(cells, rows))
          Scope(aggregated(a, pivot), pivot.rows(Kind.GroupBy, a.groupingExpressions))
        },
        groups.expressions
      )
    case a: Aggregate =>
      NodeLineage.of(a) { context =>
        val rows =
          if (Unordered.isEnoughFor(a)) Unordered.inputs(a, context).rows(Kind.GroupBy, a.groupingExpressions)
          else context.inOrder(context.rows(Kind.GroupBy, a.groupingExpressions))
        Scope(aggregated(a, context), rows)
      }

    // one output row for each grouping set: a column has the value that it has in any of the sets
    case e: Expand =>
      NodeLineage.of(e) { context =>
        val columns = e.output.zipWithIndex.map { case (attribute, i) =>
          val values = context.dependencies(e.projections.map(_(i)), Kind.Identity)
          attribute.exprId.id -> context.graph.derived(
            values.edges,
            values.certainty,
            fieldsFrom = values.edges.filter(_.kinds == Kinds.identity)
          )
        }
        context.input.copy(columns = LongMap(columns: _*))
      }

    case w: Window =>
      NodeLineage.of(w)(context =>
        Scope(context.input.columns ++ context.columns(w.windowExpressions), context.input.rows)
      )
  }

  /** The columns of an aggregate. The values of `PIVOT (sum(b) FOR c IN (…))` are constants in the plan, also those that
    * were variables.
    */
  private def aggregated(a: Aggregate, context: RuleContext): LongMap[Int] = {
    val columns = context.columns(a.aggregateExpressions)
    if (!PartOfText.mayHaveVariable(a, context, "pivot")) columns
    else {
      context.gap("columns", "the values of PIVOT may have a variable that depends on data")
      val keys = a.groupingExpressions.collect { case key: NamedExpression => key.exprId.id }.toSet
      columns.map { case (id, node) =>
        val pivoted = context.graph.derived(RuleContext.identity(node), Certainty.Unknown)
        id -> (if (keys(id)) node else pivoted)
      }
    }
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

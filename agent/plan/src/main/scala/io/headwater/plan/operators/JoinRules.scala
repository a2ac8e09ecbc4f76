package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.plans.{ExistenceJoin, LeftExistence}

import io.headwater.model.Kind
import io.headwater.plan.expressions.Subqueries
import io.headwater.plan.graph.{Edge, Graph, Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{ClassNames, Named}

/** Joins of all types. The condition decides rows. A semi or anti join outputs the columns of the left side only. */
object JoinRules {
  val rule: Rule = {
    case j: Join => NodeLineage.of(j)(join(j, _))
    case j: LateralJoin => NodeLineage.of(j)(lateral(j, _))
    // the nearest rows of the right side by a ranking expression; of Spark 4.2, so matched by name
    case j @ Named("NearestByJoin") =>
      NodeLineage.of(j)(context =>
        Scope(context.input.columns, context.rows(Kind.Join, j.expressions, Some("NEAREST")))
      )
    case j: AsOfJoin => NodeLineage.of(j)(asOf(j, _))
  }

  private def join(j: Join, context: RuleContext): Scope = {
    val unordered = if (j.condition.forall(_.deterministic)) Unordered.inputs(j, context) else context
    val timely = if (j.children.forall(_.isStreaming)) LateRows.without(j, unordered) else unordered
    val rows = timely.rows(Kind.Join, j.condition.toSeq, Some(j.joinType.sql))
    j.joinType match {
      case ExistenceJoin(exists) =>
        val left = context.inputs(0)
        val matches = context.graph.derived(Vector(Edge(rows, Kinds.conditional)))
        Scope(left.columns.updated(exists.exprId.id, matches), left.rows)
      case LeftExistence(_) => Scope(context.inputs(0).columns, rows)
      case _ => Scope(context.input.columns, rows)
    }
  }

  /** `FROM a, LATERAL (SELECT … WHERE x = a.x)`. The right side is a subquery that refers to columns of the left side. */
  private def lateral(j: LateralJoin, context: RuleContext): Scope = {
    val right = context.subquery(j.right.plan)
      .map(scope => if (Subqueries.hasOneRow(j.right.plan)) valuesOnly(scope, context.graph) else scope)
    val columns = right.fold(context.input.columns)(context.input.columns ++ _.columns)
    val rows = RuleContext.combineRows(context.graph, Vector(context.input.rows) ++ right.map(_.rows))
    val joined = context.over(Scope(columns, rows)).rows(
      Kind.Join,
      j.condition.toSeq,
      Some(s"${j.joinType.sql} LATERAL")
    )
    Scope(columns, if (callsPython(j.right.plan)) context.inOrder(joined) else joined)
  }

  /** Whether a function in Python makes the rows: `f(TABLE(t) PARTITION BY k ORDER BY ts)`, or a function that asks for
    * such an order itself. Its table is the left side of the join, in this order.
    */
  private def callsPython(plan: LogicalPlan): Boolean = plan.exists {
    case g: Generate => ClassNames.simple(g.generator).contains("PythonUDTF")
    case _ => false
  }

  /** The columns of a subquery with one row. What decides its rows decides their values. */
  private def valuesOnly(scope: Scope, graph: Graph): Scope = {
    def identity(node: Int) = RuleContext.identity(node).filter(_.to != graph.nothing)
    val columns = scope.columns.map { case (id, node) =>
      id -> graph.derived(identity(node) ++ identity(scope.rows), fieldsFrom = identity(node))
    }
    Scope(columns, graph.nothing)
  }

  private def asOf(j: AsOfJoin, context: RuleContext): Scope = {
    val expressions = j.condition.toSeq ++ Seq(j.asOfCondition, j.orderExpression)
    Scope(context.input.columns, context.rows(Kind.Join, expressions, Some(s"${j.joinType.sql} AS OF")))
  }
}

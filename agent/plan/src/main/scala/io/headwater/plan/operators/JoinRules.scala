package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.plans.logical.{AsOfJoin, Join, LateralJoin}
import org.apache.spark.sql.catalyst.plans.{ExistenceJoin, LeftExistence}

import io.headwater.model.Kind
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Joins of every type. The condition decides rows; a semi or anti join hands on the left side's columns alone. */
object JoinRules {
  val rule: Rule = {
    case j: Join =>
      NodeLineage.of(j) { context =>
        val rows = context.rows(Kind.Join, j.condition.toSeq, Some(j.joinType.sql))
        j.joinType match {
          case ExistenceJoin(exists) =>
            val test = context.graph.derived(Vector(Edge(rows, Kinds.of(Kind.Conditional))))
            Scope(context.inputs(0).columns.updated(exists.exprId.id, test), context.inputs(0).rows)
          case LeftExistence(_) => Scope(context.inputs(0).columns, rows)
          case _ => Scope(context.input.columns, rows)
        }
      }

    // FROM a, LATERAL (SELECT … WHERE x = a.x): the right side is a subquery that sees the left one's columns
    case j: LateralJoin =>
      NodeLineage.of(j) { context =>
        val right = context.subquery(j.right.plan)
        val columns = right.fold(context.input.columns)(context.input.columns ++ _.columns)
        val both = RuleContext.combineRows(context.graph, Vector(context.input.rows) ++ right.map(_.rows))
        val joined = new RuleContext(
          j,
          Vector(Scope(columns, both)),
          context.subquery,
          Vector.empty,
          context.findings,
          context.session
        )
        Scope(columns, joined.rows(Kind.Join, j.condition.toSeq, Some(s"${j.joinType.sql} LATERAL")))
      }

    // the rows of the right side that are nearest by what is ranked; of Spark 4.2, so by name
    case j if j.getClass.getSimpleName == "NearestByJoin" =>
      NodeLineage.of(j)(context =>
        Scope(context.input.columns, context.rows(Kind.Join, j.expressions, Some("NEAREST")))
      )

    case j: AsOfJoin =>
      NodeLineage.of(j) { context =>
        Scope(
          context.input.columns,
          context.rows(
            Kind.Join,
            j.condition.toSeq ++ Seq(j.asOfCondition, j.orderExpression),
            Some(s"${j.joinType.sql} AS OF")
          )
        )
      }
  }
}

package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{Except, Intersect, LogicalPlan, Union}

import io.headwater.model.Kind
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Set operations. Columns go by position and carry the first side's ids.
  *
  *   - `UNION`: a value comes from any side.
  *   - `INTERSECT`: a value stands on both sides; which rows there are depends on every column of both.
  *   - `EXCEPT`: a value comes from the left; the right side decides rows only.
  */
object SetOperationRules {
  val rule: Rule = {
    case u: Union => union(u)
    case u if u.getClass.getSimpleName == "SequentialStreamingUnion" => union(u) // one stream after the other
    case i: Intersect =>
      NodeLineage.of(i)(context =>
        Scope(byPosition(context, i.output.map(_.exprId.id), i.children), compared(context, i.children))
      )
    case e: Except => NodeLineage.of(e)(context => Scope(context.inputs(0).columns, compared(context, e.children)))
  }

  private def union(u: LogicalPlan): NodeLineage =
    NodeLineage.of(u)(context => Scope(byPosition(context, u.output.map(_.exprId.id), u.children), context.input.rows))

  private def byPosition(context: RuleContext, ids: Seq[Long], sides: Seq[LogicalPlan]): LongMap[Int] = {
    val nodes = sides.zip(context.inputs).map { case (side, scope) =>
      side.output.map(a => scope.column(a.exprId.id).getOrElse(context.graph.nothing)).toVector
    }
    val columns = ids.zipWithIndex.map { case (id, i) =>
      val from =
        nodes.flatMap(_.lift(i)).distinct.filter(_ != context.graph.nothing).map(Edge(_, Kinds.identity))
      id -> context.graph.derived(from.toVector, fieldsFrom = from.toVector)
    }
    LongMap(columns: _*)
  }

  private def compared(context: RuleContext, sides: Seq[LogicalPlan]): Int = {
    val columns = sides.zip(context.inputs).flatMap { case (side, scope) =>
      side.output.flatMap(a => scope.column(a.exprId.id))
    }
    val edges = columns.distinct.filter(_ != context.graph.nothing).map(Edge(_, Kinds.of(Kind.Join))).toVector
    context.graph.derived(RuleContext.identity(context.input.rows) ++ edges)
  }
}

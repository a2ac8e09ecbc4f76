package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{Except, Intersect, LogicalPlan, Union}

import io.headwater.plan.expressions.RenamedFields
import io.headwater.plan.graph.{Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext, SensitiveColumns}

/** Set operations. Columns are matched by position and have the ids of the first side.
  *
  *   - `UNION`: a value comes from any of the sides. Nested fields are matched by position, too.
  *   - `INTERSECT`: a value is in both sides, and the rows depend on every column of both.
  *   - `EXCEPT`: a value comes from the left side; the right side affects rows only.
  */
object SetOperationRules {
  val rule: Rule = {
    case u: Union =>
      NodeLineage.of(u)(context =>
        context.input.copy(columns = byPosition(context, u.output.map(_.exprId.id), u.children))
      )
    case i: Intersect =>
      NodeLineage.of(i)(context =>
        Scope(byPosition(context, i.output.map(_.exprId.id), i.children), comparedRows(context, i.children))
      )
    case e: Except =>
      NodeLineage.of(e)(context => Scope(context.inputs(0).columns, comparedRows(context, e.children)))
  }

  /** The columns of the sides as those with these ids.
    *
    * @param sides
    *   the plans of the context's inputs
    * @param all
    *   a plan whose columns have the nested fields of the operation's columns
    */
  def byPosition(
      context: RuleContext,
      ids: Seq[Long],
      sides: Seq[LogicalPlan],
      all: LogicalPlan
  ): LongMap[Int] = {
    val outputs = sides.map(_.output.toVector).toVector // a plan computes its output anew each time
    val ofAll = outputs.lift(sides.indexWhere(_ eq all)).getOrElse(all.output.toVector)
    val nodes = outputs.zip(context.inputs).map { case (output, scope) =>
      output.map(context.column(_, scope))
    }
    val renamed = new RenamedFields(context.graph)
    val columns = ids.zipWithIndex.map { case (id, i) =>
      nodes.foreach(_.lift(i).foreach(SensitiveColumns.named(context, ofAll(i).name, _)))
      val values = outputs.zip(nodes).filter(_._2.isDefinedAt(i)).map { case (output, side) =>
        if (output eq ofAll) side(i) else renamed(side(i), output(i).dataType, ofAll(i).dataType)
      }
      val edges = context.graph.edgesTo(values, Kinds.identity)
      id -> context.graph.derived(edges, fieldsFrom = edges)
    }
    LongMap(columns: _*)
  }

  def byPosition(context: RuleContext, ids: Seq[Long], sides: Seq[LogicalPlan]): LongMap[Int] =
    byPosition(context, ids, sides, sides(0))

  private def comparedRows(context: RuleContext, sides: Seq[LogicalPlan]): Int = {
    val columns = sides.zip(context.inputs).flatMap { case (side, scope) =>
      side.output.map(context.column(_, scope))
    }
    val edges = context.graph.edgesTo(columns, Kinds.groupBy)
    context.graph.derived(RuleContext.identity(context.input.rows) ++ edges)
  }
}

package io.headwater.shim

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{UnionLoop, UnionLoopRef}

import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** `WITH RECURSIVE r AS (anchor UNION ALL SELECT … FROM r)`. A value comes from the anchor or from the recursive part, which
  * reads the values of earlier iterations. The columns of the reference `r` are pending until the loop has been read.
  */
object UnionLoopRule {
  val rule: Rule = {
    case ref: UnionLoopRef =>
      NodeLineage.leaf { context =>
        val columns = context.findings.recursiveColumns(ref.loopId, ref.output.size)
        Scope(LongMap(ref.output.map(_.exprId.id).zip(columns): _*), context.graph.nothing)
      }
    case loop: UnionLoop => NodeLineage(Seq(loop.anchor, loop.recursion), scope(loop, _))
  }

  private def scope(loop: UnionLoop, context: RuleContext): Scope = {
    val sides = Seq(loop.anchor, loop.recursion).zip(context.inputs)
    val pending = context.findings.recursiveColumns(loop.id, loop.output.size)
    val columns = loop.output.indices.map { i =>
      val from = sides.flatMap { case (side, input) =>
        side.output.lift(i).flatMap(a => input.column(a.exprId.id))
      }.distinct.filter(_ != context.graph.nothing)
      val node = context.graph.derived(from.map(Edge(_, Kinds.identity)).toVector)
      pending.lift(i).foreach(context.graph.resolve(_, node))
      loop.output(i).exprId.id -> node
    }
    Scope(LongMap(columns: _*), context.input.rows)
  }
}

package io.headwater.shim

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{UnionLoop, UnionLoopRef}

import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** `WITH RECURSIVE r AS (anchor UNION ALL SELECT … FROM r)`: a value comes from the anchor, or from the recursive part,
  * which reads the values made so far. The reference stands for columns that are known once the loop has been read.
  */
object Recursion {
  val rule: Rule = {
    case ref: UnionLoopRef =>
      NodeLineage.leaf { context =>
        val columns = context.findings.recursiveColumns(ref.loopId, ref.output.size)
        Scope(LongMap(ref.output.map(_.exprId.id).zip(columns): _*), context.graph.nothing)
      }

    case loop: UnionLoop =>
      NodeLineage(
        Seq(loop.anchor, loop.recursion),
        { context =>
          val sides = Seq(loop.anchor, loop.recursion).zip(context.inputs)
          val open = context.findings.recursiveColumns(loop.id, loop.output.size)
          val columns = loop.output.indices.map { i =>
            val from = sides.flatMap { case (side, scope) =>
              side.output.lift(i).flatMap(a => scope.column(a.exprId.id))
            }
            val node = context.graph.derived(from.distinct.filter(_ != context.graph.nothing).map(Edge(
              _,
              Kinds.identity
            )).toVector)
            open.lift(i).foreach(context.graph.resolve(_, node))
            loop.output(i).exprId.id -> node
          }
          Scope(LongMap(columns: _*), context.input.rows)
        }
      )
  }
}

package io.headwater.shim

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{UnionLoop, UnionLoopRef}

import io.headwater.plan.graph.Scope
import io.headwater.plan.operators.SetOperationRules
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
    val ids = loop.output.map(_.exprId.id)
    val columns = SetOperationRules.byPosition(context, ids, Seq(loop.anchor, loop.recursion))
    context.findings.recursiveColumns(loop.id, ids.size).zip(ids).foreach { case (pending, id) =>
      context.graph.resolve(pending, columns(id))
    }
    Scope(columns, context.input.rows)
  }
}

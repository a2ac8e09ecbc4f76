package io.headwater.plan.operators

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{CTERelationDef, CTERelationRef, WithCTE}

import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Common table expressions. */
object CteRules {
  val rule: Rule = {
    // the definitions are read before the query that refers to them
    case w: WithCTE => NodeLineage(w.cteDefs :+ w.plan, context => context.inputs.last)
    case d: CTERelationDef => NodeLineage.of(d)(define(d, _))
    case r: CTERelationRef => NodeLineage.leaf(reference(r, _))
  }

  private def define(d: CTERelationDef, context: RuleContext): Scope = {
    val columns =
      d.child.output.map(a => context.input.column(a.exprId.id).getOrElse(context.graph.nothing))
    context.findings.defineCte(d.id, columns.toVector, context.input.rows)
    context.input
  }

  private def reference(r: CTERelationRef, context: RuleContext): Scope =
    context.findings.cte(r.cteId) match {
      case Some((columns, rows)) =>
        val pairs = r.output.zip(columns).map { case (a, node) => a.exprId.id -> node }
        Scope(LongMap(pairs: _*), rows)
      case None =>
        val reason = s"the common table expression ${r.cteId} is not defined in this plan"
        context.unknown(r.output, "columns", reason)
    }
}

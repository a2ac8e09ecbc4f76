package io.headwater.plan.operators

import scala.annotation.tailrec
import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.plans.logical.{CTERelationDef, CTERelationRef, LogicalPlan, WithCTE}

import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Common table expressions. */
object CteRules {
  val rule: Rule = {
    // the definitions are read before the query that refers to them
    case w: WithCTE => NodeLineage(used(w) :+ w.plan, context => context.inputs.last)
    case d: CTERelationDef => NodeLineage.of(d)(define(d, _))
    case r: CTERelationRef => NodeLineage.leaf(reference(r, _))
  }

  /** The definitions that the query refers to, itself or through other definitions. Spark does not run the others. */
  private def used(w: WithCTE): Seq[CTERelationDef] = {
    val definitions = w.cteDefs.map(d => d.id -> d).toMap
    @tailrec def reach(known: Set[Long], from: Seq[LogicalPlan]): Set[Long] =
      from.flatMap(references).filter(definitions.contains).toSet -- known match {
        case none if none.isEmpty => known
        case more => reach(known ++ more, more.toSeq.map(definitions))
      }
    val ids = reach(Set.empty, Seq(w.plan))
    w.cteDefs.filter(d => ids(d.id))
  }

  private def references(plan: LogicalPlan): Seq[Long] =
    plan.collectWithSubqueries { case r: CTERelationRef => r.cteId }

  private def define(d: CTERelationDef, context: RuleContext): Scope = {
    val columns = d.child.output.map(context.column(_))
    context.findings.defineCte(d.id, columns.toVector, context.input)
    context.input
  }

  private def reference(r: CTERelationRef, context: RuleContext): Scope =
    context.findings.cte(r.cteId) match {
      case Some((columns, scope)) =>
        val pairs = r.output.zip(columns).map { case (a, node) => a.exprId.id -> node }
        scope.copy(columns = LongMap(pairs: _*))
      case None =>
        val reason = s"the common table expression ${r.cteId} is not defined in this plan"
        context.unknown(r.output, "columns", reason)
    }
}

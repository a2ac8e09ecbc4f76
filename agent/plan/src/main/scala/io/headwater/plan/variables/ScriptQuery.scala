package io.headwater.plan.variables

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, LogicalPlan}

import io.headwater.model.Certainty
import io.headwater.plan.graph.Scope
import io.headwater.plan.session.ScriptResults.Types
import io.headwater.plan.walk.{CachedNodes, RuleContext}

/** The queries of a script, `BEGIN … SELECT … END`. Spark runs each of them, and returns the rows of the last one as a local
  * relation, which has neither the query nor its text.
  */
private[plan] object ScriptQuery {
  private val begin = s"(?i)${LoopQuery.space}*+BEGIN\\b".r

  /** Whether the rows of a query may be the result of a script. Analysis replaces `EXECUTE IMMEDIATE` in a script by the
    * query of its text, which has no place in the script.
    */
  def isResult(plan: LogicalPlan, parsed: LogicalPlan): Boolean =
    plan.output.nonEmpty &&
      Seq(plan, parsed).exists(StatementOrigin.of(_).sqlText.exists(begin.findPrefixOf(_).nonEmpty))

  def types(output: Seq[Attribute]): Types =
    output.toVector.map(a => a.name -> a.dataType.catalogString)

  /** The columns of a relation that may be the result of a script that the session has run. */
  def resultScope(relation: LocalRelation, context: RuleContext): Option[Scope] = {
    val result = context.session.variables.scriptResults.of(types(relation.output))
    if (result.isLeftOut) context.gap("source", forgotten)
    result.lineage match {
      case Some(lineage) =>
        val nodes = CachedNodes.of(lineage, context.findings)
        val columns = relation.output.zip(nodes.columns).map { case (a, node) => a.exprId.id -> node }
        Some(Scope(LongMap(columns: _*), nodes.rows))
      case None if result.isLeftOut =>
        Some(context.opaque(relation.output, Vector.empty, Certainty.Unknown))
      case None => None
    }
  }

  private val forgotten = "the rows may be the result of a script whose query is no longer known"
}

package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.Expression

import io.headwater.plan.expressions.VariableName
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.Accessors

/** `SET VARIABLE x = …`: reads what its query reads and writes no dataset. What is set from data is remembered: later
  * statements hold the value alone. By name, for the oldest line has no variables.
  */
object SetVariableRule {
  val rule: Rule = {
    case s if s.getClass.getSimpleName == "SetVariable" =>
      NodeLineage.of(s)(set(new Accessors(s).value[Seq[Expression]]("targetVariables"), _))
  }

  private def set(variables: Seq[Expression], context: RuleContext): Scope = {
    val fromData = context.findings.sources.nonEmpty
    variables.collect { case VariableName(name) => context.session.variables.set(name, fromData) }
    context.input
  }
}

package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.Expression

import io.headwater.plan.expressions.VariableName
import io.headwater.plan.graph.Scope
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.Accessors

/** `SET VARIABLE x = …` reads the sources of its query and writes no dataset. A variable that is set from data is
  * remembered, because later plans have its value only. Spark 3.5 has no variables, so the node is matched by name.
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

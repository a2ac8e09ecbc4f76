package io.headwater.plan.nodes

import org.apache.spark.sql.catalyst.expressions.Expression

import io.headwater.plan.expressions.Variable
import io.headwater.plan.vendor.Accessors
import io.headwater.plan.walk.Reading.Rule
import io.headwater.plan.walk.{Reading, Scope, Site}

/** `SET VARIABLE x = …`: reads what its query reads and writes no dataset. What is set from data is remembered: later
  * statements hold the value alone. By name, for the oldest line has no variables.
  */
object Variables {
  val rule: Rule = {
    case s if s.getClass.getSimpleName == "SetVariable" =>
      Reading.of(s)(set(new Accessors(s).value[Seq[Expression]]("targetVariables"), _))
  }

  private def set(variables: Seq[Expression], site: Site): Scope = {
    val fromData = site.findings.sources.nonEmpty
    variables.collect { case Variable(name) => site.surroundings.variables.set(name, fromData) }
    site.input
  }
}

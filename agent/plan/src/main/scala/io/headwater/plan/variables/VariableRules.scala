package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.expressions.{NestedTypes, VariableReference}
import io.headwater.plan.graph.Scope
import io.headwater.plan.naming.ResolvedNameOf
import io.headwater.plan.session.{CachedLineage, ScriptPosition, VariableName}
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{Assignment, NodeLineage, RuleContext}
import io.headwater.util.{Accessors, Named}

/** `DECLARE VARIABLE`, `SET VARIABLE` and `DROP VARIABLE`. They write no dataset. The lineage of a variable's value is
  * remembered, because later plans have the value only. Spark 3.5 has no variables, so the nodes are matched by name.
  */
object VariableRules {
  val rule: Rule = {
    case s @ Named("SetVariable") => NodeLineage.of(s)(set(s, _))
    case c @ Named("CreateVariable") => NodeLineage.leaf(declare(c, _))
    case d @ Named("DropVariable") => NodeLineage.leaf(drop(d, _))
  }

  /** Each variable gets a column of the query. In a loop of a script Spark sets the columns of a row as constants; these
    * statements have no text.
    */
  private def set(plan: LogicalPlan, context: RuleContext): Scope = {
    val targets = new Accessors(plan).value[Seq[Expression]]("targetVariables")
    val ofLoop = plan.origin.sqlText.isEmpty
    targets.zip(plan.children.flatMap(_.output)).foreach {
      case (target @ VariableReference(identifier, definition), from) =>
        val variable = context.session.variableName(identifier)
        if (ofLoop) setInLoop(variable, definition, context)
        else {
          val value = context.column(from)
          val hasParts = NestedTypes.sameNames(from.dataType, target.dataType)
          assign(context, value, context.input.rows)(lineage =>
            context.session.variables.set(
              variable,
              definition,
              Some(if (hasParts) lineage else lineage.whole)
            )
          )
        }
      case _ =>
    }
    context.input
  }

  /** The run of such a statement, one for each value of each row, has no inputs, so it is not reported. */
  private def setInLoop(variable: VariableName, definition: AnyRef, context: RuleContext): Unit = {
    val variables = context.session.variables
    val lineage = loopOf(variable, context).map(_._2)
    context.afterSuccess(variables.set(variable, definition, lineage))
  }

  private def loopOf(variable: VariableName, context: RuleContext) =
    context.session.variables.loops.setting(variable.namespace.lastOption.getOrElse(""), variable.name)

  /** The variable may name the fields of a struct otherwise than its default does, so these are not kept. */
  private def declare(plan: LogicalPlan, context: RuleContext): Scope = {
    val position = ScriptPosition.of(plan.origin)
    val value = plan.expressions.flatMap(_.children).map(context.node).headOption
    names(plan, context).foreach { variable =>
      val declared = position.orElse(loopOf(variable, context).map(_._1))
      assign(context, value.getOrElse(context.graph.nothing), context.graph.nothing)(lineage =>
        context.session.variables.declare(variable, Some(lineage.whole), declared)
      )
    }
    context.generated(plan.output)
  }

  private def drop(plan: LogicalPlan, context: RuleContext): Scope = {
    names(plan, context).foreach(name => context.afterSuccess(context.session.variables.forget(name)))
    context.generated(plan.output)
  }

  private def names(plan: LogicalPlan, context: RuleContext): Seq[VariableName] =
    plan.children.collect { case ResolvedNameOf(name) => context.session.variableName(name.identifier) }

  private def assign(context: RuleContext, value: Int, rows: Int)(
      remember: CachedLineage => Unit
  ): Unit = context.findings.assign(Assignment(value, rows, remember))
}

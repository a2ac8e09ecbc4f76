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
        if (ofLoop) {
          // the run of such a statement, one for each value of each row, has no inputs, so it is not reported
          val lineage = loopOf(variable, context).map(_._2)
          set(variable, definition, context)(_ => lineage)
        } else {
          val (value, rows) = (context.column(from), context.input.rows)
          val hasParts = NestedTypes.sameNames(from.dataType, target.dataType)
          set(variable, definition, context) { lineageOf =>
            val lineage = lineageOf(value, rows)
            Some(if (hasParts) lineage else lineage.whole)
          }
        }
      case _ =>
    }
    context.input
  }

  /** Records that a statement sets a variable. See [[Assignment]]. */
  private[variables] def set(variable: VariableName, definition: AnyRef, context: RuleContext)(
      lineage: ((Int, Int) => CachedLineage) => Option[CachedLineage]
  ): Unit = {
    val variables = context.session.variables
    context.findings.assign(Assignment(variable, () => variables.set(variable, definition), lineage))
  }

  private def loopOf(variable: VariableName, context: RuleContext) =
    context.session.variables.loops.setting(variable.namespace.lastOption.getOrElse(""), variable.name)

  /** The variable may name the fields of a struct otherwise than its default does, so these are not kept. */
  private def declare(plan: LogicalPlan, context: RuleContext): Scope = {
    val (position, variables) = (ScriptPosition.of(plan.origin), context.session.variables)
    val nothing = context.graph.nothing
    val value = plan.expressions.flatMap(_.children).map(context.node).headOption.getOrElse(nothing)
    names(plan, context).foreach { variable =>
      val declared = position.orElse(loopOf(variable, context).map(_._1))
      context.findings.assign(Assignment(
        variable,
        () => variables.declare(variable, declared),
        lineageOf => Some(lineageOf(value, nothing).whole)
      ))
    }
    context.generated(plan.output)
  }

  private def drop(plan: LogicalPlan, context: RuleContext): Scope = {
    names(plan, context).foreach(name => context.afterSuccess(context.session.variables.drop(name)))
    context.generated(plan.output)
  }

  private def names(plan: LogicalPlan, context: RuleContext): Seq[VariableName] =
    plan.children.collect { case ResolvedNameOf(name) => context.session.variableName(name.identifier) }
}

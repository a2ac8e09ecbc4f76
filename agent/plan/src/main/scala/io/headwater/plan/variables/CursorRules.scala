package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.expressions.VariableReference
import io.headwater.plan.walk.NodeLineage.Rule
import io.headwater.plan.walk.{NodeLineage, RuleContext}
import io.headwater.util.{Accessors, ClassNames, Named}

/** `DECLARE c CURSOR FOR SELECT …`, `OPEN`, `FETCH c INTO x` and `CLOSE` in a script. They exist from Spark 4.2 on, so they
  * are matched by name. The query is a text until `OPEN` analyses it, outside the plan of any statement. So the variables
  * that get its rows are unknown.
  */
object CursorRules {
  private val withoutLineage = Set("CloseCursor", "DeclareCursor")

  val rule: Rule = {
    case c @ Named("OpenCursor") =>
      NodeLineage.leaf { context =>
        context.gap("source", "what the cursor's query reads is not in the plan")
        context.generated(c.output)
      }
    case c @ Named("FetchCursor") =>
      NodeLineage.leaf { context =>
        fetched(c, context)
        context.generated(c.output)
      }
    case c if withoutLineage(ClassNames.simple(c)) => NodeLineage.leaf(_.generated(c.output))
  }

  private def fetched(fetch: LogicalPlan, context: RuleContext): Unit =
    new Accessors(fetch).value[Seq[Expression]]("targetVariables").collect {
      case VariableReference(identifier, definition) =>
        val variable = context.session.variableName(identifier)
        VariableRules.set(variable, definition, context)(_ => None)
    }

}

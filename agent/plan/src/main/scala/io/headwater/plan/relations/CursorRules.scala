package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** `DECLARE c CURSOR FOR SELECT …`, `OPEN`, `FETCH c INTO x` and `CLOSE` in a script. They exist from Spark
  * 4.2 on, so they are matched by name. The query is a text until `OPEN` runs it, outside the plan of the
  * statement. Its rows go into variables, which are no dataset.
  */
object CursorRules {
  private val withoutLineage = Set("CloseCursor", "DeclareCursor", "FetchCursor")

  val rule: Rule = {
    case c if name(c) == "OpenCursor" =>
      NodeLineage.leaf { context =>
        context.gap("source", "what the cursor's query reads is not in the plan")
        context.generated(c.output)
      }
    case c if withoutLineage(name(c)) => NodeLineage.leaf(_.generated(c.output))
  }

  private def name(plan: LogicalPlan): String = plan.getClass.getSimpleName
}

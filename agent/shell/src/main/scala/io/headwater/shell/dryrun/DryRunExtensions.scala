package io.headwater.shell.dryrun

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.expressions.{CallMethodViaReflection, Literal}
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, LogicalPlan, ScriptTransformation}
import org.apache.spark.sql.catalyst.rules.Rule

/** The extensions of sessions in which `headwater explain` and `headwater plan` run statements on empty tables: what would
  * start a program or call a Java method gives no rows, or null. Lineage is that of the analysed plan, which has both.
  */
final class DryRunExtensions extends (SparkSessionExtensions => Unit) {
  def apply(extensions: SparkSessionExtensions): Unit =
    extensions.injectOptimizerRule(_ => DryRunExtensions.ReplaceExternalCalls)
}

private object DryRunExtensions {

  /** Replaces what leaves Spark: an external program, a method of a Java class. */
  object ReplaceExternalCalls extends Rule[LogicalPlan] {
    def apply(plan: LogicalPlan): LogicalPlan = plan.transformAllExpressions {
      case call: CallMethodViaReflection => Literal.create(null, call.dataType)
    }.transform { case script: ScriptTransformation => LocalRelation(script.output: _*) }
  }
}

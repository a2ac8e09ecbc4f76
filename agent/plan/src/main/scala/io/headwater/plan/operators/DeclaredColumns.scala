package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.{Attribute, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.graph.Kinds.transformation
import io.headwater.plan.session.DeclaredColumn
import io.headwater.plan.session.FunctionDeclaration.Parameter
import io.headwater.plan.walk.RuleContext

/** The columns of operators that run a Python function whose author has declared its lineage. */
object DeclaredColumns {

  /** The declared columns of an operator.
    *
    * @return
    *   the nodes by the ids of `output`. A column whose declaration names an unknown input is left out, so it stays
    *   opaque; a gap is recorded, as for a declaration of a column that is not in `output`.
    */
  def columns(plan: LogicalPlan, output: Seq[Attribute], context: RuleContext): Seq[(Long, Int)] =
    for {
      udf <- function(plan).toSeq
      declaration <- context.declaration(udf.func).toSeq
      _ = declaration.columns.keys.toVector.filterNot(name => output.exists(_.name == name)).sorted.foreach(
        context.reportUnknownOutput(udf.name, _)
      )
      inputs = plan.inputSet.toSeq.groupBy(_.name)
      a <- output
      origins <- declaration.columns.get(a.name)
      unknown = origins.collect { case Parameter(name) if !inputs.contains(name) => name }
      if unknown.isEmpty || { context.reportUnknownColumns(udf.name, unknown); false }
    } yield {
      val nodes = origins.flatMap {
        case Parameter(name) => inputs(name).flatMap(i => context.column(i.exprId.id))
        case DeclaredColumn(c) => Seq(context.sourceColumn(c))
      }
      a.exprId.id -> context.graph.derived(context.graph.edgesTo(nodes, transformation), Certainty.Declared)
    }

  private def function(plan: LogicalPlan): Option[PythonUDF] =
    plan.expressions.collectFirst { case udf: PythonUDF => udf }
}

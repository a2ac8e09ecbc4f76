package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.{Attribute, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.graph.Edge
import io.headwater.plan.graph.Kinds.value
import io.headwater.plan.session.FunctionDeclaration
import io.headwater.plan.walk.RuleContext

/** Reads Python functions of which somebody has declared what they do. */
object DeclaredColumns {

  /** The columns that are declared of an operator that runs a Python function, by the ids of `output`. One that is
    * declared to come from what the operator is not given stays opaque, and makes a gap.
    */
  def columns(plan: LogicalPlan, output: Seq[Attribute], context: RuleContext): Seq[(Long, Int)] =
    for {
      udf <- function(plan).toSeq
      d <- context.declaration(udf.func).toSeq
      a <- output
      origins <- d.columns.get(a.name)
      inputs = plan.inputSet.toSeq.groupBy(_.name)
      unknown = origins.collect { case FunctionDeclaration.Parameter(name) if !inputs.contains(name) => name }
      if unknown.isEmpty || { context.reportUnknownColumns(udf.name, unknown); false }
    } yield {
      val nodes = origins.flatMap {
        case FunctionDeclaration.Parameter(name) => inputs(name).flatMap(i => context.column(i.exprId.id))
        case FunctionDeclaration.SourceColumn(c) => Seq(context.sourceColumn(c))
      }
      val edges = nodes.distinct.filter(_ != context.graph.nothing).map(Edge(_, value))
      a.exprId.id -> context.graph.derived(edges, Certainty.Declared)
    }

  private def function(plan: LogicalPlan): Option[PythonUDF] =
    plan.expressions.collectFirst { case udf: PythonUDF => udf }
}

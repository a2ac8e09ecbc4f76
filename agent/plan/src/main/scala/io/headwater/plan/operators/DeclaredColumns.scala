package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.expressions.{AttributeLookup, ExpressionInput, ExpressionInputs}
import io.headwater.plan.graph.Edge
import io.headwater.plan.graph.Kinds.value
import io.headwater.plan.session.FunctionDeclaration
import io.headwater.plan.walk.{RuleContext, Write}

/** Reads Python functions of which somebody has declared what they do. */
object DeclaredColumns {

  /** `SELECT score(amount, country)`: of the arguments those that are declared, and columns of declared inputs. None
    * where nothing is declared of the function's columns, or a name is none of the function's: that makes a gap.
    */
  def parts(udf: PythonUDF, lookup: AttributeLookup): Option[ExpressionInputs] =
    lookup.declared(udf.func).filter(_.columns.nonEmpty).flatMap { d =>
      val origins = d.columns.values.flatten.toVector.distinct
      val named = origins.collect { case FunctionDeclaration.Given(name) => name -> argument(udf, d, name) }
      val unknown = named.collect { case (name, Seq()) => name }
      if (unknown.nonEmpty) {
        lookup.misdeclared(udf.name, unknown)
        None
      } else
        Some(ExpressionInputs(
          named.flatMap(_._2).distinct.map(ExpressionInput(_, value)),
          origins.collect { case FunctionDeclaration.Elsewhere(c) => lookup.elsewhere(c) -> value },
          Certainty.Declared
        ))
    }

  private def argument(udf: PythonUDF, d: FunctionDeclaration, name: String): Seq[Expression] =
    d.parameters.indexOf(name) match {
      case -1 => udf.references.filter(_.name == name).toSeq
      case at => udf.children.slice(at, at + 1)
    }

  /** The columns that are declared of an operator that runs a Python function, by the ids of `output`. One that is
    * declared to come from what the operator is not given stays opaque, and makes a gap.
    */
  def columns(plan: LogicalPlan, output: Seq[Attribute], site: RuleContext): Seq[(Long, Int)] =
    for {
      udf <- function(plan).toSeq
      d <- site.declared(udf.func).toSeq
      a <- output
      origins <- d.columns.get(a.name)
      inputs = plan.inputSet.toSeq.groupBy(_.name)
      unknown = origins.collect { case FunctionDeclaration.Given(name) if !inputs.contains(name) => name }
      if unknown.isEmpty || { site.misdeclared(udf.name, unknown); false }
    } yield {
      val nodes = origins.flatMap {
        case FunctionDeclaration.Given(name) => inputs(name).flatMap(i => site.column(i.exprId.id))
        case FunctionDeclaration.Elsewhere(c) => Seq(site.elsewhere(c))
      }
      val edges = nodes.distinct.filter(_ != site.graph.nothing).map(Edge(_, value))
      a.exprId.id -> site.graph.derived(edges, Certainty.Declared)
    }

  /** The datasets of a declaration become the plan's own. */
  def note(d: FunctionDeclaration, site: RuleContext): Unit = {
    d.inputs.foreach(site.findings.source)
    val known = site.findings.writes.map(_.dataset.id).toSet
    d.outputs.filterNot(o => known(o.id)).foreach { o =>
      site.findings.write(Write(o, Vector.empty, site.graph.nothing, None, counted = false))
    }
  }

  private def function(plan: LogicalPlan): Option[PythonUDF] =
    plan.expressions.collectFirst { case udf: PythonUDF => udf }
}

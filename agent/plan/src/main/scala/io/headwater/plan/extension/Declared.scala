package io.headwater.plan.extension

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.expressions.{Lookup, Part, Parts}
import io.headwater.plan.walk.{Edge, Kinds, Site, Write}

/** Reads Python functions of which somebody has declared what they do. */
object Declared {
  private val value = Kinds.of(Kind.Transformation)

  /** `SELECT score(amount, country)`: of the arguments those that are declared, and columns of declared inputs. None
    * where nothing is declared of the function's columns.
    */
  def parts(udf: PythonUDF, lookup: Lookup): Option[Parts] =
    lookup.declared(udf.func).filter(_.columns.nonEmpty).map { d =>
      val origins = d.columns.values.flatten.toVector.distinct
      val asked = origins.collect { case Declaration.Given(name) => name }
      Parts(
        asked.flatMap(argument(udf, d, _)).distinct.map(Part(_, value)),
        origins.collect { case Declaration.Elsewhere(c) => lookup.elsewhere(c) -> value },
        Certainty.Declared
      )
    }

  private def argument(udf: PythonUDF, d: Declaration, name: String): Seq[Expression] =
    d.parameters.indexOf(name) match {
      case -1 => udf.references.filter(_.name == name).toSeq
      case at => udf.children.slice(at, at + 1)
    }

  /** The columns that are declared of an operator that runs a Python function, by the ids of `output`. */
  def columns(plan: LogicalPlan, output: Seq[Attribute], site: Site): Seq[(Long, Int)] =
    for {
      udf <- function(plan).toSeq
      d <- site.declared(udf.func).toSeq
      a <- output
      origins <- d.columns.get(a.name)
    } yield {
      val nodes = origins.flatMap {
        case Declaration.Given(name) =>
          plan.inputSet.filter(_.name == name).toSeq.flatMap(i => site.column(i.exprId.id))
        case Declaration.Elsewhere(c) => Seq(site.elsewhere(c))
      }
      val edges = nodes.distinct.filter(_ != site.graph.nothing).map(Edge(_, value))
      a.exprId.id -> site.graph.derived(edges, Certainty.Declared)
    }

  /** The datasets of a declaration become the plan's own. */
  def note(d: Declaration, site: Site): Unit = {
    d.inputs.foreach(site.findings.source)
    val known = site.findings.writes.map(_.dataset.id).toSet
    d.outputs.filterNot(o => known(o.id)).foreach { o =>
      site.findings.write(Write(o, Vector.empty, site.graph.nothing, None))
    }
  }

  private def function(plan: LogicalPlan): Option[PythonUDF] =
    plan.expressions.collectFirst { case udf: PythonUDF => udf }
}

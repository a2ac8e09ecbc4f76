package io.headwater.plan

import scala.util.Try

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnLineage, DatasetId, Dependency, PlanLineage, Sink}
import io.headwater.plan.graph.{Closure, Descriptions, Graph}
import io.headwater.plan.naming.DatasetKinds
import io.headwater.plan.session.{CachedLineage, SessionContext}
import io.headwater.plan.walk.{Findings, NodeLineage, Walk, Write}

/** The lineage of a plan: what it reads, what it writes, and what each written column comes from. A pure function of
  * the plan; nothing is executed, no file system is asked, and no catalog but through
  * [[SessionContext]].
  */
final class Lineage(rules: LogicalPlan => NodeLineage, session: SessionContext) {

  def of(plan: LogicalPlan): PlanLineage = read(plan).lineage

  /** The lineage, and what to ask for the versions that the query makes of its tables, once it has ended. */
  def read(plan: LogicalPlan): Lineage.Result = {
    val (findings, _) = new Walk(rules, session)(plan)
    val lineage = PlanLineage(
      sources = findings.sources.map(DatasetKinds.withKind),
      sinks = sinks(findings),
      gaps = findings.gaps,
      nameSuffix = findings.writes.flatMap(_.nameSuffix).headOption
    )
    Lineage.Result(lineage, findings.writes.map(w => w.dataset.id -> w.committed))
  }

  /** The lineage of a plan's own columns, to be remembered when the plan is gone. */
  def ofOutput(plan: LogicalPlan): CachedLineage = {
    val (findings, scope) = new Walk(rules, session)(plan)
    val closure = new Closure(findings.graph)
    val columns = plan.output.toVector.map { a =>
      val node = scope.column(a.exprId.id).getOrElse(findings.graph.nothing)
      ColumnLineage(a.name, closure.dependencies(node), closure(node).certainty)
    }
    CachedLineage(findings.sources, columns, closure.dependencies(scope.rows))
  }

  private def sinks(findings: Findings): Vector[Sink] = {
    val closure = new Closure(findings.graph)
    findings.writes.map { write =>
      Sink(
        DatasetKinds.withKind(write.dataset),
        columns(write, findings, closure),
        dependencies(write.rows, findings, closure),
        write.certain,
        write.counted
      )
    }
  }

  private def columns(write: Write, findings: Findings, closure: Closure): Vector[ColumnLineage] =
    write.columns.flatMap { case (name, node) => Lineage.withFields(findings.graph, name, node) }.map {
      case (path, node) =>
        ColumnLineage(path, dependencies(node, findings, closure), closure(node).certainty)
    }

  private def dependencies(node: Int, findings: Findings, closure: Closure): Vector[Dependency] =
    if (session.descriptions) new Descriptions(findings.graph)(node, closure.dependencies(node))
    else closure.dependencies(node)
}

object Lineage {

  final case class Result(lineage: PlanLineage, committed: Vector[(DatasetId, () => Option[String])]) {

    /** A library that does not tell its version leaves the facet out. */
    def versions: Map[DatasetId, String] =
      committed.flatMap { case (id, ask) => Try(ask()).toOption.flatten.map(id -> _) }.toMap
  }

  /** A column, and after it the fields that it was built of, by their paths. */
  private def withFields(graph: Graph, path: String, node: Int): Vector[(String, Int)] =
    (path -> node) +: graph.fieldNames(node).flatMap(name =>
      withFields(graph, s"$path.$name", graph.child(node, name))
    )
}

package io.headwater.plan

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnLineage, DatasetId, Dependency, PlanLineage, Sink}
import io.headwater.plan.graph.{Closure, Descriptions, Graph}
import io.headwater.plan.naming.DatasetKinds
import io.headwater.plan.session.{CachedLineage, SessionContext}
import io.headwater.plan.walk.{Findings, NodeLineage, Walk, Write}
import io.headwater.util.Deadline

/** The lineage of a plan: the datasets that it reads and writes, and the dependencies of each written column. It depends on
  * the plan and the [[SessionContext]] only: nothing is executed, and no file system and no catalog is queried except
  * through that context.
  */
final class Lineage(rules: LogicalPlan => NodeLineage, session: SessionContext) {

  def of(plan: LogicalPlan): PlanLineage = read(plan).lineage

  /** The lineage, together with the table versions that the query creates; these can be read once the query has ended. */
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

  /** The lineage of the plan's output columns, for DataFrames whose plan Spark drops. */
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
        write.counted,
        write.schemaAfter
      )
    }
  }

  private def columns(write: Write, findings: Findings, closure: Closure): Vector[ColumnLineage] =
    write.columns.flatMap { case (name, node) =>
      Lineage.withFields(findings.graph, Vector.empty, node).map { case (fields, part) =>
        ColumnLineage(name, dependencies(part, findings, closure), closure(part).certainty, fields)
      }
    }

  private def dependencies(node: Int, findings: Findings, closure: Closure): Vector[Dependency] =
    if (session.descriptions) new Descriptions(findings.graph)(node, closure.dependencies(node))
    else closure.dependencies(node)
}

object Lineage {

  final case class Result(lineage: PlanLineage, committed: Vector[(DatasetId, () => Option[String])]) {

    /** The versions of the written tables, without those that the table's library does not give. Must be called after the
      * query has ended.
      */
    def versions: Map[DatasetId, String] =
      committed.flatMap { case (id, version) =>
        Deadline.caught(version()).toOption.flatten.map(id -> _)
      }.toMap
  }

  /** A column, followed by the nested fields that it was built from, by their names below the column. */
  private def withFields(graph: Graph, path: Vector[String], node: Int): Vector[(Vector[String], Int)] =
    (path -> node) +: graph.fieldNames(node).flatMap(name =>
      withFields(graph, path :+ name, graph.child(node, name))
    )
}

package io.headwater.plan

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnLineage, Commit, Dataset, DatasetId, PlanLineage, QueryTime}
import io.headwater.plan.graph.{Closure, Graph, Scope}
import io.headwater.plan.naming.DatasetKinds
import io.headwater.plan.session.{CachedLineage, ForLoop, SessionContext}
import io.headwater.plan.variables.{LoopQuery, ScriptQuery}
import io.headwater.plan.walk.{Findings, NodeLineage, Scopes, Walk, Write, WrittenColumn, WrittenColumns}
import io.headwater.util.Attempts

/** The lineage of a plan: the datasets that it reads and writes, and the dependencies of each written column. It depends on
  * the plan, on what the objects in the plan know of their tables, and on the [[SessionContext]]. Paths and snapshots of
  * tables also need the working directory, the Hadoop configuration and the id of the application. Nothing is executed,
  * and no file system and no catalog is queried except through that context.
  */
final class Lineage(rules: LogicalPlan => NodeLineage, session: SessionContext) {

  /** The lineage of a plan that is not executed, or whose execution has succeeded. */
  def of(plan: LogicalPlan): PlanLineage = {
    val result = read(plan)
    result.ended(succeeded = true)
    result.lineage
  }

  /** The lineage, together with what is known once the query has ended. */
  def read(plan: LogicalPlan): Lineage.Result = read(plan, parsed = plan)

  /** The same for the plan of a statement.
    *
    * @param parsed
    *   the plan before its analysis
    */
  def read(plan: LogicalPlan, parsed: LogicalPlan): Lineage.Result =
    session.withSettings(readWithSettings(plan, parsed))

  private def readWithSettings(plan: LogicalPlan, parsed: LogicalPlan): Lineage.Result = {
    val (findings, scope) = new Walk(rules, session)(plan)
    rememberScript(plan, parsed, findings, scope)
    val columns = written(findings)
    reportHiddenParts(plan, columns, findings)
    val views = new ReadViews(findings, roots(plan, columns, findings, scope))
    val budget = new InputFieldBudget(session.inputFields)
    val (sinks, leftOut) = new Sinks(findings, views, session).of(columns, budget)
    val (readViews, leftOutOfViews) = budget.views(views.all)
    val lineage = PlanLineage(
      sources = sources(findings).map(DatasetKinds.withKind),
      sinks = sinks,
      gaps = findings.gaps ++ leftOut ++ leftOutOfViews,
      nameSuffix = findings.writes.flatMap(_.target.suffix).headOption match {
        case None => findings.creation.flatMap(_.nameSuffix)
        case ofWrite => ofWrite
      },
      views = readViews,
      creation = findings.creation match {
        case Some(created) => created.lifecycle
        case None => None
      }
    )
    val committed = findings.writes.map(w => w.dataset.id -> commit(plan, w, findings, views))
    if (findings.assignments.nonEmpty) beginAssignments(findings)
    Lineage.Result(lineage, committed, findings.changesAfterSuccess, findings.changesAfterFailure)
  }

  private def written(findings: Findings): Vector[WrittenColumns] =
    findings.writes.map(WrittenColumns.of(_, findings.graph))

  /** An event has one place for a column `a.b` and the field `b` of a column `a`. */
  private def reportHiddenParts(
      plan: LogicalPlan,
      written: Vector[WrittenColumns],
      findings: Findings
  ): Unit =
    for (path <- written.flatMap(_.hidden))
      findings.gap(plan, "columns", s"a part of a column and another column have the name $path")

  private def commit(
      plan: LogicalPlan,
      write: Write,
      findings: Findings,
      views: ReadViews
  ): QueryTime => Commit =
    write.ended match {
      case None => time => Commit(write.target.committed(time)) // keeps nothing of the walk
      case Some(ended) =>
        time =>
          session.withSettings {
            val before = findings.gaps.size
            val columns = Vector(WrittenColumns.of(ended(time), findings.graph))
            reportHiddenParts(plan, columns, findings)
            val (sinks, leftOut) =
              new Sinks(findings, views, session).of(columns, new InputFieldBudget(session.inputFields))
            Commit(write.target.committed(time), sinks.headOption, findings.gaps.drop(before) ++ leftOut)
          }
    }

  /** The lineage of the plan's output columns, for DataFrames whose plan Spark drops. */
  def ofOutput(plan: LogicalPlan): CachedLineage = session.withSettings {
    val (findings, scope) = new Walk(rules, session)(plan)
    outputOf(plan, findings, scope)
  }

  private def outputOf(plan: LogicalPlan, findings: Findings, scope: Scope): CachedLineage = {
    val output = new Scopes {
      val graph: Graph = findings.graph
      val input: Scope = scope
      def gap(stage: String, reason: String): Unit = findings.gap(plan, stage, reason)
    }
    val columns = plan.output.toVector.map(a => a.name -> output.column(a))
    cached(
      columns,
      scope.rows,
      findings,
      new ReadViews(findings, roots(plan, written(findings), findings, scope))
    )
  }

  /** Gives the variables that the plan sets a new value, which is unknown until the statement has succeeded. */
  private def beginAssignments(findings: Findings): Unit = findings.assignments.foreach { a =>
    val lineage = a.lineage((value, rows) =>
      cached(Vector("" -> value), rows, findings, new ReadViews(findings, Vector(value, rows)))
    )
    val value = a.begin()
    findings.changeAfterSuccess(() => value.succeeded(lineage))
    findings.changeAfterFailure(() => value.failed())
  }

  /** What later plans need of the query of a loop, and of one that may be the result of a script. */
  private def rememberScript(
      plan: LogicalPlan,
      parsed: LogicalPlan,
      findings: Findings,
      scope: Scope
  ): Unit =
    LoopQuery.of(plan) match {
      case Some((variable, position)) =>
        session.variables.loops.begin(ForLoop(variable, position, outputOf(plan, findings, scope)))
      case None if ScriptQuery.isResult(plan, parsed) =>
        session.variables.scriptResults.add(ScriptQuery.types(plan.output), outputOf(plan, findings, scope))
      case None =>
    }

  private def cached(
      columns: Vector[(String, Int)],
      rows: Int,
      findings: Findings,
      views: ReadViews
  ): CachedLineage = {
    val closure = new Closure(findings.graph, throughViews)
    val withViews = throughViews && !views.isEmpty
    val whole = columns.map { case (name, node) => WrittenColumn(name, Vector.empty, node) }
    val parts = whole.map(column =>
      WrittenColumns.withFields(findings.graph, column.node).drop(1).map { case (path, part) =>
        WrittenColumn(column.name, path, part)
      }
    )
    def ofTables(c: WrittenColumn) =
      ColumnLineage(c.name, closure.dependencies(c.node), closure(c.node).certainty, c.fields)
    CachedLineage(
      sources(findings),
      whole.map(ofTables(_)),
      closure.dependencies(rows),
      closure(rows).certainty,
      views.all,
      if (withViews) whole.map(views.column(_)) else Vector.empty,
      if (withViews) views.rows(rows) else Vector.empty,
      findings.gaps.distinct,
      parts.map(_.map(ofTables(_))),
      if (withViews) parts.map(_.map(views.column(_))) else Vector.empty
    )
  }

  private def throughViews: Boolean = !session.viewsAsDatasets

  private def sources(findings: Findings): Vector[Dataset] =
    if (throughViews) findings.sources
    else findings.sourcesOutsideViews ++ findings.views.filter(v => v.named && v.source).map(_.dataset)

  private def roots(
      plan: LogicalPlan,
      written: Vector[WrittenColumns],
      findings: Findings,
      scope: Scope
  ): Vector[Int] =
    (plan.output.map(a => Lineage.column(scope, a.exprId.id, findings)).toVector :+ scope.rows) ++
      written.flatMap(w => w.write.rows +: w.columns.map(_.node))
}

object Lineage {

  /** @param committed
    *   what is known of each output at the end
    * @param afterSuccess
    *   what the statement changes in the session
    * @param afterFailure
    *   takes back what it has changed already
    */
  final case class Result(
      lineage: PlanLineage,
      committed: Vector[(DatasetId, QueryTime => Commit)],
      afterSuccess: Vector[() => Unit],
      afterFailure: Vector[() => Unit]
  ) {

    /** Must be called when the query has ended, before a later plan of the session is read. */
    def ended(succeeded: Boolean): Unit = (if (succeeded) afterSuccess else afterFailure).foreach(_())

    /** What is known of the outputs at the end. Must be called after the query has ended. */
    def commits(time: QueryTime): Map[DatasetId, Commit] =
      committed.flatMap { case (id, commit) =>
        Attempts.caught(commit(time)).toOption.filter(_ != Commit()).map(id -> _)
      }.toMap
  }

  private def column(scope: Scope, exprId: Long, findings: Findings): Int =
    scope.column(exprId).getOrElse(findings.graph.nothing)
}

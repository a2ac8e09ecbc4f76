package io.headwater.plan

import io.headwater.model.{Certainty, ColumnLineage, Dependency, Gap, Sink}
import io.headwater.plan.graph.{Closure, Descriptions}
import io.headwater.plan.naming.DatasetKinds
import io.headwater.plan.session.SessionContext
import io.headwater.plan.walk.{Findings, Write, WrittenColumn, WrittenColumns}

/** The outputs of a plan with the dependencies of their columns, within the bound on the input fields of an event.
  *
  * @param findings
  *   the results of the walk
  */
private[plan] final class Sinks(findings: Findings, views: ReadViews, session: SessionContext) {
  private val throughViews = !session.viewsAsDatasets
  private val withViews = throughViews && !views.isEmpty
  private val closure = new Closure(findings.graph, throughViews)
  private val described =
    if (session.descriptions) Some(new Descriptions(findings.graph, throughViews)) else None

  /** The outputs, and a gap for each of them with columns whose inputs do not fit. */
  def of(written: Vector[WrittenColumns], budget: InputFieldBudget): (Vector[Sink], Vector[Gap]) = {
    val all = written.map(w => sink(w.write, w.columns, budget))
    (all.map(_._1), all.flatMap(_._2))
  }

  private def sink(
      write: Write,
      columns: Vector[WrittenColumn],
      budget: InputFieldBudget
  ): (Sink, Option[Gap]) = {
    val rows = closure.count(write.rows).toLong
    val rowsFit = budget.fits(budget.ofRows(rows))
    val (needed, fit) = fitting(columns, if (rowsFit) rows else 0, budget)
    val sink = Sink(
      DatasetKinds.withKind(write.dataset),
      columns.map(c => if (fit(c)) column(c) else Sinks.unknown(c)),
      if (rowsFit) dependencies(write.rows) else Vector.empty,
      write.target.isConditional,
      write.target.isCounted,
      write.target.schemaAfter,
      write.target.ifFailed,
      write.target.isProvisional,
      if (!withViews) Vector.empty
      else columns.filter(fit).flatMap(views.columnOfViews(_)),
      if (withViews && rowsFit) views.rows(write.rows) else Vector.empty,
      write.target.isWrittenByJob
    )
    val leftOut = columns.count(!fit(_))
    val whole = needed + budget.ofRows(rows)
    val gap = if (leftOut == 0 && rowsFit) None else Some(budget.gap(write.dataset.id, leftOut, whole))
    (sink, gap)
  }

  /** The number of input fields of all columns, and the columns whose input fields fit. */
  private def fitting(
      columns: Vector[WrittenColumn],
      rows: Long,
      budget: InputFieldBudget
  ): (Long, Set[WrittenColumn]) = {
    val counted = columns.map { c =>
      val ofViews = if (withViews) views.count(c.node) else 0
      c -> (budget.ofColumn(closure.count(c.node).toLong, rows) + ofViews)
    }
    (counted.map(_._2).sum, counted.collect { case (c, fields) if budget.fits(fields) => c }.toSet)
  }

  private def column(c: WrittenColumn): ColumnLineage =
    ColumnLineage(c.name, dependencies(c.node), closure(c.node).certainty, c.fields)

  private def dependencies(node: Int): Vector[Dependency] =
    described.foldLeft(closure.dependencies(node))((all, texts) => texts(node, all))
}

private object Sinks {
  private def unknown(c: WrittenColumn): ColumnLineage =
    ColumnLineage(c.name, Vector.empty, Certainty.Unknown, c.fields)
}

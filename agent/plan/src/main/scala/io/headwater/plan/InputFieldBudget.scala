package io.headwater.plan

import io.headwater.model.{Certainty, ColumnLineage, DatasetId, Dependency, Gap, ReadView}
import io.headwater.plan.session.InputFieldLimit

/** What is left of the input fields of one event. They are counted before they are made, because a plan has as many as
  * output columns times input columns if user code makes each column from all that it is passed.
  */
private[plan] final class InputFieldBudget(limit: InputFieldLimit) {
  private var left = limit.fields

  /** Takes this many fields; false if they do not fit. */
  def fits(fields: Long): Boolean = {
    val fit = fields <= left
    if (fit) left -= fields
    fit
  }

  /** The fields of one column of an output.
    *
    * @param rows
    *   the number of columns that decide which rows there are
    */
  def ofColumn(dependencies: Long, rows: Long): Long =
    if (limit.rowsAtColumns) dependencies + rows else dependencies

  /** A dataset's list of columns that decide which rows there are. */
  def ofRows(rows: Long): Long = if (limit.rowsAtColumns) 0 else rows

  /** The views with those definitions that fit, and a gap for each other view. */
  def views(all: Vector[ReadView]): (Vector[ReadView], Vector[Gap]) = {
    val kept = all.map { view =>
      val columns =
        view.columns.map(c => if (fits(c.dependencies.size.toLong)) c else InputFieldBudget.without(c))
      val rows = if (fits(view.rows.size.toLong)) view.rows else Vector.empty[Dependency]
      view.copy(columns = columns, rows = rows)
    }
    val gaps = all.zip(kept).collect {
      case (whole, cut) if InputFieldBudget.fields(cut) < InputFieldBudget.fields(whole) =>
        gap(
          whole.dataset.id,
          whole.columns.zip(cut.columns).count { case (a, b) => a != b },
          InputFieldBudget.fields(whole)
        )
    }
    (kept, gaps)
  }

  /** @param columns
    *   the number of columns whose inputs are left out
    * @param needed
    *   the input fields of the whole dataset
    */
  def gap(dataset: DatasetId, columns: Int, needed: Long): Gap = Gap.ofOutput(
    dataset,
    s"the inputs of $columns columns are left out: with them the dataset has $needed input fields, and " +
      s"columnLineage.inputFieldLimit allows ${limit.fields} in an event"
  )
}

private[plan] object InputFieldBudget {

  /** The column as one whose inputs are not known. */
  def without(column: ColumnLineage): ColumnLineage =
    column.copy(dependencies = Vector.empty, certainty = Certainty.Unknown)

  private def fields(view: ReadView): Long =
    view.columns.foldLeft(view.rows.size.toLong)(_ + _.dependencies.size)
}

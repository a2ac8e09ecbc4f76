package io.headwater.plan.session

/** The bound on the input fields that the columns of one event have together. An input field is one source column at one
  * output column, so their number is the product of both if each column depends on all that user code was passed.
  *
  * @param fields
  *   the bound; columns that exceed it have no inputs
  * @param rowsAtColumns
  *   whether the event repeats the columns that decide which rows there are at each column
  */
final case class InputFieldLimit(
    fields: Long = InputFieldLimit.standard,
    rowsAtColumns: Boolean = false
) {

  /** The bound on the edges from the columns of one read to its datasets, before it is known which columns are used. */
  def edges: Long = if (fields > Long.MaxValue / 5) fields else fields * 5
}

object InputFieldLimit {

  /** About 20 MB of JSON, and 100 MB of heap while it is written. */
  val standard = 100000L
}

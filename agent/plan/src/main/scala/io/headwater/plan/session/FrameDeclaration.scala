package io.headwater.plan.session

import io.headwater.model.{ColumnRef, Dataset}

/** The lineage that a program has declared for the rows of a DataFrame with `headwater.with_lineage`.
  *
  * @param inputs
  *   datasets that the program has read without Spark
  * @param columns
  *   the origins of the DataFrame's columns, by name; None if each column may come from every column of the DataFrames
  *   that the program has read
  */
final case class FrameDeclaration(
    inputs: Vector[Dataset],
    columns: Option[Map[String, Vector[FrameDeclaration.Origin]]]
)

object FrameDeclaration {

  /** Reads the text of a declaration; none if it is malformed. */
  type Reader = String => Option[FrameDeclaration]

  sealed trait Origin

  /** The columns `name` of a DataFrame that the program has read.
    *
    * @param frame
    *   its number in the declaration
    */
  final case class FrameColumn(frame: Int, name: String) extends Origin

  /** A column of a declared dataset. */
  final case class SourceColumn(column: ColumnRef) extends Origin
}

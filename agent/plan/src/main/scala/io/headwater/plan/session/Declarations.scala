package io.headwater.plan.session

import io.headwater.model.{ColumnRef, Dataset}

/** The lineage that the author of a Python function has declared with `@headwater.lineage`.
  *
  * @param inputs
  *   datasets that the function reads without Spark
  * @param outputs
  *   datasets that the function writes without Spark
  * @param columns
  *   the origins of the function's output columns, by name
  * @param parameters
  *   the parameters of the function, in order
  */
final case class FunctionDeclaration(
    inputs: Vector[Dataset],
    outputs: Vector[Dataset],
    columns: Map[String, Vector[FunctionDeclaration.Origin]],
    parameters: Vector[String]
)

object FunctionDeclaration {

  /** Finds the declaration inside the pickled command of a Spark `PythonFunction`. The parameter has type `AnyRef` because
    * that class is private to Spark in Scala.
    */
  type Finder = AnyRef => Option[FunctionDeclaration]

  sealed trait Origin

  /** An input of the function: one of its parameters, or a column by its name. */
  final case class Parameter(name: String) extends Origin
}

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
}

/** A column of a declared dataset. */
final case class DeclaredColumn(column: ColumnRef) extends FunctionDeclaration.Origin
    with FrameDeclaration.Origin

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

  /** A column of a declared input dataset. */
  final case class SourceColumn(column: ColumnRef) extends Origin
}

package io.headwater.plan.session

import io.headwater.model.{ColumnRef, Dataset}

/** What the author of a Python function has declared of it (`@headwater.lineage`): datasets that it reads and writes
  * behind Spark's back, and what its columns are made of. `parameters` are the function's own, in order.
  */
final case class FunctionDeclaration(
    inputs: Vector[Dataset],
    outputs: Vector[Dataset],
    columns: Map[String, Vector[FunctionDeclaration.Origin]],
    parameters: Vector[String]
)

object FunctionDeclaration {

  /** Finds the declaration inside the pickled command of a Spark `PythonFunction` (private to Spark for Scala), if there
    * is one.
    */
  type Finder = AnyRef => Option[FunctionDeclaration]

  sealed trait Origin

  /** A column of what the function is given: one of its parameters, or a column's name. */
  final case class Parameter(name: String) extends Origin

  /** A column of a declared input. */
  final case class SourceColumn(column: ColumnRef) extends Origin
}

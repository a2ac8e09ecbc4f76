package io.headwater.plan.extension

import io.headwater.model.{ColumnRef, Dataset}

/** What the author of a Python function has declared of it (`@headwater.lineage`): datasets that it reads and writes
  * behind Spark's back, and what its columns are made of. `parameters` are the function's own, in order.
  */
final case class Declaration(
    inputs: Vector[Dataset],
    outputs: Vector[Dataset],
    columns: Map[String, Vector[Declaration.Origin]],
    parameters: Vector[String]
)

object Declaration {

  /** Finds the declaration inside the pickled command of a Spark `PythonFunction` (private to Spark for Scala), if there
    * is one.
    */
  type Finder = AnyRef => Option[Declaration]

  sealed trait Origin

  /** A column of what the function is given: one of its parameters, or a column's name. */
  final case class Given(name: String) extends Origin

  /** A column of a declared input. */
  final case class Elsewhere(column: ColumnRef) extends Origin
}

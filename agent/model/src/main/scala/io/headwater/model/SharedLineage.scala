package io.headwater.model

import java.util.IdentityHashMap

/** What is made of the dependencies and the certainty of columns. Columns that share their dependencies share the result:
  * user code may return thousands of columns that depend on thousands of others.
  */
final class SharedLineage[A](make: (Vector[Dependency], Certainty) => A) {
  private val known = new IdentityHashMap[Vector[Dependency], Map[Certainty, A]]

  def apply(column: ColumnLineage): A = {
    val made = known.getOrDefault(column.dependencies, Map.empty)
    made.getOrElse(
      column.certainty, {
        val result = make(column.dependencies, column.certainty)
        known.put(column.dependencies, made.updated(column.certainty, result))
        result
      }
    )
  }
}

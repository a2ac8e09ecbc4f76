package io.headwater.plan.writes

import java.util.Locale

import io.headwater.model.Field

/** The schema of a table after a write that adds columns and nested fields to it, such as one of Delta with
  * `spark.databricks.delta.schema.autoMerge.enabled`. If a write may not add any, its query has none that are new.
  */
private[plan] object EvolvedSchema {

  /** The fields of the table, followed by those that only the query has. The case of names does not count. */
  def apply(table: Vector[Field], query: Vector[Field]): Vector[Field] = {
    val written = query.map(f => key(f) -> f).toMap
    val known = table.map(key).toSet
    table.map(f => written.get(key(f)).fold(f)(w => f.copy(children = apply(f.children, w.children)))) ++
      query.filterNot(f => known(key(f))).map(added)
  }

  private def key(field: Field): String = field.name.toLowerCase(Locale.ROOT)

  /** A comment in the query is that of the column that is read. */
  private def added(field: Field): Field = field.copy(comment = None, children = field.children.map(added))
}

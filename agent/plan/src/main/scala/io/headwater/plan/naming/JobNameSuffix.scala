package io.headwater.plan.naming

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.Dataset

/** The last part of the name of a job, which names its output. */
object JobNameSuffix {

  /** Of a table in a V2 catalog: `db_t` for `db.t`. */
  def of(table: Identifier): String = Identifiers.parts(table).mkString("_")

  /** The same, if the identifier is no path: delta.`/data/t`. */
  def ofName(table: Identifier): Option[String] = Some(of(table)).filterNot(_.contains('/'))

  /** Of a location: `lake_t` for `/data/lake/t`. */
  def ofLocation(dataset: Dataset): Option[String] = {
    val parts = dataset.id.name.split('/').filter(_.nonEmpty).takeRight(2)
    if (parts.isEmpty) None else Some(parts.mkString("_").replace('.', '_'))
  }
}

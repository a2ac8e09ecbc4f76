package io.headwater.plan.naming

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.DatasetId

/** Names in V2 catalogs: the parts of one, and the dataset that goes by its catalog and its name alone. */
object Identifiers {
  def parts(name: Identifier): Vector[String] = name.namespace.toVector :+ name.name

  /** What a table is called once it has got a name that may lack namespaces or begin with the catalog. */
  def renamed(old: Identifier, name: Seq[String]): Identifier = {
    val before = parts(old)
    val now = before.dropRight(name.size) ++ name.takeRight(before.size)
    Identifier.of(now.init.toArray, now.last)
  }

  /** The part of a job's name that a table gives: `db.t` is `db_t`. */
  def suffix(name: Identifier): String = parts(name).mkString("_")

  def dataset(catalog: String, name: Identifier): DatasetId = DatasetId(catalog, parts(name).mkString("."))
}

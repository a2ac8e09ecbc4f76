package io.headwater.plan.naming

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.DatasetId

/** Names in V2 catalogs: their parts, and the dataset of a table that is known only by catalog and name. */
object Identifiers {
  def parts(name: Identifier): Vector[String] = name.namespace.toVector :+ name.name

  /** The identifier of a table after a rename. The new name may omit namespaces or begin with the catalog. */
  def renamed(old: Identifier, name: Seq[String]): Identifier = {
    val oldParts = parts(old)
    val newParts = oldParts.dropRight(name.size) ++ name.takeRight(oldParts.size)
    Identifier.of(newParts.init.toArray, newParts.last)
  }

  def dataset(catalog: String, name: Identifier): DatasetId = DatasetId(catalog, parts(name).mkString("."))
}

package io.headwater.plan.naming

import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.DatasetId

/** Names in V2 catalogs: the parts of one, and the dataset that goes by its catalog and its name alone. */
object Identifiers {
  def parts(name: Identifier): Vector[String] = name.namespace.toVector :+ name.name
  def dataset(catalog: String, name: Identifier): DatasetId = DatasetId(catalog, parts(name).mkString("."))
}

package com.google.cloud.spark.bigquery.v2

import java.util.Collections

import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.types.StructType

/** A table with the package of the connector's V2 interface. */
final class BigQueryTable(override val schema: StructType) extends Table {
  def name: String = "query"
  def capabilities: java.util.Set[TableCapability] = Collections.emptySet[TableCapability]
}

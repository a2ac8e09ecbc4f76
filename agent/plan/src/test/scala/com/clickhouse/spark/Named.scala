package com.clickhouse.spark

import java.util.Collections

import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.types.StructType

/** What the agent sees of the connector, whose jar no repository that is at hand has: the names of its classes and the
  * properties of a table.
  */
final class ClickHouseTable(engine: String) extends Table {
  def name: String = "`shop`.`orders`"
  def schema: StructType = new StructType().add("id", "long")
  def capabilities: java.util.Set[TableCapability] = Collections.emptySet[TableCapability]
  override def properties: java.util.Map[String, String] = Collections.singletonMap("engine", engine)
}

class ClickHouseCatalog

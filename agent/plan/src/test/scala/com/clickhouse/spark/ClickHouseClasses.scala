package com.clickhouse.spark

import java.util.Collections

import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.types.StructType

/** The parts of the ClickHouse connector that the agent reads: the names of its classes and the properties of a table. The
  * tests cannot use the connector itself, because no configured repository has its jar.
  */
final class ClickHouseTable(engine: String) extends Table {
  def name: String = "`shop`.`orders`"
  def schema: StructType = new StructType().add("id", "long")
  def capabilities: java.util.Set[TableCapability] = Collections.emptySet[TableCapability]
  override def properties: java.util.Map[String, String] = Collections.singletonMap("engine", engine)
}

class ClickHouseCatalog

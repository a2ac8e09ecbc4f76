package org.apache.spark.sql.kafka010

import java.util

import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.types.StructType

/** Stands in for the table of Kafka, which is known by its package. */
final class TestTable extends Table {
  def name: String = "kafka"
  override def schema: StructType = new StructType
  def capabilities: util.Set[TableCapability] = util.EnumSet.of(TableCapability.ACCEPT_ANY_SCHEMA)
}

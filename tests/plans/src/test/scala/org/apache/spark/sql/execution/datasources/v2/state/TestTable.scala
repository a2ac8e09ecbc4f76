package org.apache.spark.sql.execution.datasources.v2.state

import java.util

import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.types.StructType

/** Stands in for a table of the state of a stream, which is known by its package. */
final class TestTable extends Table {
  def name: String = "state"
  override def schema: StructType = new StructType
  def capabilities: util.Set[TableCapability] = util.EnumSet.noneOf(classOf[TableCapability])
}

package com.mongodb.spark.sql.connector

import java.util

import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.types.StructType

/** Stands in for the table of MongoDB, which is known by its package. */
final class TestTable extends Table {
  def name: String = "mongodb"
  override def schema: StructType = new StructType
  def capabilities: util.Set[TableCapability] = util.EnumSet.of(TableCapability.MICRO_BATCH_READ)
}

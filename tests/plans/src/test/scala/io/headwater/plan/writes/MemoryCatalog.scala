package io.headwater.plan.writes

import java.util

import org.apache.spark.sql.catalyst.analysis.NoSuchTableException
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCapability, TableCatalog, TableChange}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A V2 catalog with the table `shop.orders`. Nothing changes it: the tests do not execute their statements. */
final class MemoryCatalog extends TableCatalog {
  private object Orders extends Table {
    def name: String = "orders"
    override def schema: StructType = new StructType().add("id", "long").add("amount", "double")
    def capabilities: util.Set[TableCapability] =
      util.EnumSet.of(TableCapability.BATCH_READ, TableCapability.TRUNCATE)
  }

  def name: String = "memory"
  def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()
  def listTables(namespace: Array[String]): Array[Identifier] = Array.empty
  def loadTable(table: Identifier): Table =
    if (table.name == "orders") Orders else throw new NoSuchTableException(table)
  override def createTable(
      table: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): Table = Orders
  def alterTable(table: Identifier, changes: TableChange*): Table = Orders
  def dropTable(table: Identifier): Boolean = false
  def renameTable(from: Identifier, to: Identifier): Unit = ()
}

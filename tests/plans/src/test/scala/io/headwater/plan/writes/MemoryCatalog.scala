package io.headwater.plan.writes

import java.util

import org.apache.spark.sql.catalyst.analysis.NoSuchTableException
import org.apache.spark.sql.connector.catalog.{
  Identifier,
  SupportsWrite,
  Table,
  TableCapability,
  TableCatalog,
  TableChange
}
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap

/** A V2 catalog with two tables, which change their rows themselves, and one that accepts any schema. Nothing changes them: the tests do not execute their
  * statements.
  */
class MemoryCatalog extends TableCatalog {
  private class MemoryTable(val name: String, ddl: String) extends Table {
    override def schema: StructType = StructType.fromDDL(ddl)
    def capabilities: util.Set[TableCapability] =
      util.EnumSet.of(TableCapability.BATCH_READ, TableCapability.TRUNCATE)
  }
  private val orders = new MemoryTable("orders", "id LONG, amount DOUBLE")
  private val customers =
    new MemoryTable("customers", "id INT, address STRUCT<city: STRING, at: STRUCT<lat: INT, lon: INT>>")

  private val open = new MemoryTable("open", "id LONG, amount DOUBLE, status STRING") with SupportsWrite {
    override def capabilities: util.Set[TableCapability] =
      util.EnumSet.of(TableCapability.BATCH_WRITE, TableCapability.ACCEPT_ANY_SCHEMA)
    def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder = new WriteBuilder {}
  }

  def name: String = "memory"
  def initialize(name: String, options: CaseInsensitiveStringMap): Unit = ()
  def listTables(namespace: Array[String]): Array[Identifier] = Array.empty
  def loadTable(table: Identifier): Table =
    Seq(orders, customers, open).find(_.name == table.name).getOrElse(throw new NoSuchTableException(table))
  override def createTable(
      table: Identifier,
      schema: StructType,
      partitions: Array[Transform],
      properties: util.Map[String, String]
  ): Table = orders
  def alterTable(table: Identifier, changes: TableChange*): Table = orders
  def dropTable(table: Identifier): Boolean = false
  def renameTable(from: Identifier, to: Identifier): Unit = ()
}

package com.acme

import java.util

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.connector.catalog._
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.connector.read.{LocalScan, Scan, ScanBuilder}
import org.apache.spark.sql.connector.write.{LogicalWriteInfo, WriteBuilder}
import org.apache.spark.sql.types.{DoubleType, LongType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap

import io.openlineage.client.utils.DatasetIdentifier
import io.openlineage.spark.builtin.scala.v1.{LineageRelation, OpenLineageContext}

/** `spark.read.format("com.acme.AcmeTables").option("table", "orders")`: two columns, three rows. */
class AcmeTables extends TableProvider {
  def inferSchema(options: CaseInsensitiveStringMap): StructType = AcmeTables.schema
  def getTable(schema: StructType, partitioning: Array[Transform], all: util.Map[String, String]): Table =
    if (all.get("table") == "described") new DescribedTable else new AcmeTable(all.get("table"))
}

object AcmeTables {
  val schema: StructType = new StructType().add("id", LongType).add("amount", DoubleType)
}

/** A DataSource V2 table. */
abstract class BaseTable extends Table with SupportsRead with SupportsWrite {
  def schema(): StructType = AcmeTables.schema

  def capabilities(): util.Set[TableCapability] =
    util.EnumSet.of(TableCapability.BATCH_READ, TableCapability.BATCH_WRITE, TableCapability.TRUNCATE)

  def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder = () => new AcmeScan

  def newWriteBuilder(info: LogicalWriteInfo): WriteBuilder =
    throw new UnsupportedOperationException("AcmeExtensions plans all writes")
}

/** One that knows its dataset. */
class AcmeTable(val name: String) extends BaseTable with LineageRelation {
  def getLineageDatasetIdentifier(context: OpenLineageContext): DatasetIdentifier =
    if (name == "broken") throw new NoClassDefFoundError("com/acme/Missing")
    else new DatasetIdentifier(name, "acme://warehouse")
}

/** One that says it by its properties, without any of the agent's classes. */
class DescribedTable extends BaseTable {
  val name = "plain"

  override def properties(): util.Map[String, String] = {
    val all = new util.HashMap[String, String]
    all.put("openlineage.dataset.namespace", "acme://properties")
    all.put("openlineage.dataset.name", "described")
    all.put("openlineage.dataset.facets.acme_tier", """{"name": "gold"}""")
    all.put("openlineage.dataset.facets.ownership", """{"owners": [{"name": "team:sales"}]}""")
    all.put("openlineage.dataset.facets.acme_broken", """{"name": """)
    all
  }
}

class AcmeScan extends Scan with LocalScan {
  def readSchema(): StructType = AcmeTables.schema
  def rows(): Array[InternalRow] = Array.tabulate(3)(i => InternalRow(i.toLong, i * 1.5))
}

package io.headwater.plan.tables

import java.util

import org.apache.spark.sql.catalyst.plans.logical.{AppendData, LogicalPlan}
import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.headwater.plan.relations.MicroBatchSourcesSuite.Spark4

/** The reason of a gap tells a Python data source from another one, although all of them have one class in Spark. */
final class UnnamedTablesSuite extends AnyFunSuite {
  import UnnamedTablesSuite._

  private def reasons(plan: LogicalPlan): Seq[String] = TestSpark.lineage.of(plan).gaps.map(_.reason)

  private def relation(table: Table): DataSourceV2Relation =
    DataSourceV2Relation.create(table, None, None, CaseInsensitiveStringMap.empty)

  test("a Python data source is named by its format where it is read, written and streamed") {
    val acme = relation(new PythonTable("acme"))
    assert(reasons(acme) == Seq("no name for tables of the Python data source acme"))
    val write = AppendData.byName(acme, TestSpark.spark.range(1).queryExecution.analyzed)
    assert(reasons(write) == Seq("no name for tables of the Python data source acme"))
    val options = CaseInsensitiveStringMap.empty
    val stream = Spark4.StreamingDataSourceV2Relation(acme.output, new Object, acme.table, options)
    assert(reasons(stream) == Seq("no name for streams of the Python data source acme"))
  }

  test("another source is named by its class, never by the name of its table, which may be a URL") {
    val table = relation(new UrlTable)
    assert(reasons(table) == Seq(s"no name for tables of ${classOf[UrlTable].getName}"))
    val write = AppendData.byName(table, TestSpark.spark.range(1).queryExecution.analyzed)
    assert(reasons(write) == Seq(s"no name for tables of ${classOf[UrlTable].getName}"))
  }
}

object UnnamedTablesSuite {

  /** As Spark's table of Python data sources, which Spark 3 does not have. */
  final class PythonTable(format: String) extends IdTable(format)

  final class UrlTable extends IdTable("shop://user:secret@host/orders")

  abstract class IdTable(val name: String) extends Table {
    override def schema: StructType = StructType.fromDDL("id LONG")
    def capabilities: util.Set[TableCapability] = util.EnumSet.of(TableCapability.BATCH_READ)
  }
}

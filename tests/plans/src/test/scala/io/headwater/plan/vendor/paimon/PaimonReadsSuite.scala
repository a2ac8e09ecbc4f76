package io.headwater.plan.vendor.paimon

import org.apache.paimon.spark.{SparkCatalog, SparkTable}
import org.apache.paimon.table.system.{BinlogTable, RowTrackingTable}
import org.apache.paimon.table.{FileStoreTable, KnownSplitsTable}
import org.apache.spark.sql.catalyst.expressions.{Alias, AttributeReference, GetArrayItem, Literal}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, Project}
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.{ArrayType, DataType, IntegerType, LongType, StringType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rendering, Rules, TestSpark}

/** Tables around a table of Paimon. `tests/lake` has those of a release of Paimon. */
final class PaimonReadsSuite extends AnyFunSuite {
  private val at = "s3://lake/wh/db.db/t"

  private def column(name: String, of: DataType) = AttributeReference(name, of)()

  private def relation(table: AnyRef, name: String, output: AttributeReference*): DataSourceV2Relation =
    DataSourceV2Relation(
      SparkTable(table),
      output,
      Some(new SparkCatalog),
      Some(Identifier.of(Array("db"), name)),
      CaseInsensitiveStringMap.empty
    )

  /** The fields of the source, and the columns. */
  private def read(plan: LogicalPlan, session: SessionContext = SessionContext()): Vector[String] = {
    val lineage = new Lineage(Rules(TestSpark.shim.rules), session).ofOutput(plan)
    lineage.sources.flatMap(d => d.id.name +: d.schema.map(f => s"${f.name} ${f.dataType.getOrElse("")}")) ++
      lineage.columns.map(Rendering.column)
  }

  test("the values in the arrays of a binary log are those of the table's columns") {
    val id = column("id", ArrayType(IntegerType))
    val kind = column("rowkind", StringType)
    val log = relation(new BinlogTable(at), "t$binlog", kind, id)
    val items = Seq("before", "after").zipWithIndex.map { case (name, i) =>
      Alias(GetArrayItem(id, Literal(i)), name)()
    }
    assert(read(Project(kind +: items, log)) == Vector(
      "wh/db.db/t",
      "id integer",
      "rowkind <- nothing",
      "before <- t.id TRANSFORMATION",
      "after <- t.id TRANSFORMATION"
    ))
  }

  test("the ids of rows are no columns of the table") {
    val rows = relation(
      new RowTrackingTable(at),
      "t$row_tracking",
      column("id", IntegerType),
      column("_ROW_ID", LongType),
      column("_SEQUENCE_NUMBER", LongType)
    )
    assert(read(rows) == Vector(
      "wh/db.db/t",
      "id integer",
      "id <- t.id IDENTITY",
      "_ROW_ID <- nothing",
      "_SEQUENCE_NUMBER <- nothing"
    ))
  }

  test("splits that a statement knows already are rows of the table") {
    val hive =
      Map(
        "spark.sql.catalog.pai" -> classOf[SparkCatalog].getName,
        "spark.sql.catalog.pai.metastore" -> "hive",
        "spark.sql.catalog.pai.uri" -> "thrift://h:9083"
      )
    val session = SessionContext(conf = hive.get)
    val id = column("id", IntegerType)
    val table = FileStoreTable(at)
    val rows = Vector("wh/db.db/t", "id integer", "id <- t.id IDENTITY")
    assert(read(relation(table, "t", id), session) == rows)
    assert(read(relation(new KnownSplitsTable(table), "t", id), session) == rows)
    val seen = session.tables.dataset("pai", Identifier.of(Array("db"), "t"))
    assert(seen.map(_.id.name).contains("wh/db.db/t"))
  }
}

package io.headwater.plan.vendor.paimon

import java.net.URI

import org.apache.paimon.spark.{SparkCatalog, SparkSource}
import org.apache.spark.sql.SaveMode
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.PlannedTable
import io.headwater.plan.session.{DefaultFileSystem, SessionContext}
import io.headwater.plan.tables.PaimonTables
import io.headwater.plan.{Lineage, Rules, TestSpark}

final class PaimonWritesSuite extends AnyFunSuite {

  test("Paimon takes a path without a scheme for a local one") {
    val session = SessionContext(defaultFileSystem =
      Some(DefaultFileSystem(new URI("hdfs://nn"), (_: String) => None))
    )
    val query = TestSpark.analyzed("SELECT a FROM t")
    val save =
      SaveIntoDataSourceCommand(query, new SparkSource, Map("path" -> "/lake/t"), SaveMode.Append)
    val lineage = new Lineage(Rules(TestSpark.shim.rules), session).of(save)
    assert(lineage.sinks.map(_.dataset.id) == Vector(DatasetId("file", "/lake/t")))
  }

  test("only a catalog that replaces tables in one step leaves a table where it lies") {
    val table = PlannedTable(
      new SparkCatalog,
      "pai",
      Identifier.of(Array("db"), "t"),
      None,
      Some(new URI("s3://elsewhere/t")),
      replaces = true
    )
    assert(!PaimonTables.keepsLocation(table))
  }
}

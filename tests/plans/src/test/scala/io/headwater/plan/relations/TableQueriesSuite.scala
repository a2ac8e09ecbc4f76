package io.headwater.plan.relations

import java.util.Collections

import com.google.cloud.spark.bigquery.v2.BigQueryTable
import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.{DoubleType, LongType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rules}

/** Tables of the DataSource V2 interface that are the result of a query. */
final class TableQueriesSuite extends AnyFunSuite {
  private val schema = new StructType().add("id", LongType).add("total", DoubleType)
  private val text = "SELECT o.id, sum(o.amount) AS total FROM shop.orders o GROUP BY o.id"

  private final class DescribedTable(described: (String, String)*) extends Table {
    def name: String = "described"
    def schema: StructType = TableQueriesSuite.this.schema
    def capabilities: java.util.Set[TableCapability] = Collections.emptySet[TableCapability]
    override def properties: java.util.Map[String, String] =
      javaMap(described.map { case (key, value) => s"openlineage.dataset.$key" -> value })
  }

  private def javaMap(entries: Seq[(String, String)]): java.util.Map[String, String] = {
    val map = new java.util.HashMap[String, String]
    entries.foreach { case (key, value) => map.put(key, value) }
    map
  }

  private def lines(table: Table, options: (String, String)*): Seq[String] = {
    val relation =
      DataSourceV2Relation.create(table, None, None, new CaseInsensitiveStringMap(javaMap(options)))
    new Lineage(Rules(Nil), SessionContext()).ofOutput(relation).columns.map { column =>
      val sources = column.dependencies.map(_.source)
        .map(s => s"${s.dataset.namespace} ${s.dataset.name} ${s.path}")
      s"${column.path} <- ${sources.mkString(", ")}"
    }
  }

  // rows: facet.dataset.properties
  test("a table whose properties have a query has the columns of the query's tables") {
    val namespace = "postgres://db:5432"
    assert(lines(new DescribedTable("namespace" -> namespace, "query" -> text)) == Seq(
      s"id <- $namespace shop.orders id",
      s"total <- $namespace shop.orders amount"
    ))
    assert(lines(new DescribedTable("namespace" -> namespace, "query" -> text, "name" -> "t")) == Seq(
      s"id <- $namespace t id",
      s"total <- $namespace t total"
    ))
  }

  test("a table of a connector that reads a query has the columns of the query's tables") {
    assert(lines(new BigQueryTable(schema), "query" -> text, "parentProject" -> "p") == Seq(
      "id <- bigquery p.shop.orders id",
      "total <- bigquery p.shop.orders amount"
    ))
  }
}

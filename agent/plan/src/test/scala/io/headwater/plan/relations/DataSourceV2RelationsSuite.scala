package io.headwater.plan.relations

import java.util.Collections

import com.google.cloud.spark.bigquery.v2.BigQueryTable
import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCapability}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.{DoubleType, LongType, StructType}
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.TableV2
import io.headwater.plan.session.SessionContext
import io.headwater.plan.{Lineage, Rules}

final class DataSourceV2RelationsSuite extends AnyFunSuite {

  /** A table of an unknown connector. */
  private final class UnknownTable extends Table {
    def name: String = "orders"
    def schema: StructType = new StructType().add("id", "long")
    def capabilities: java.util.Set[TableCapability] = Collections.emptySet[TableCapability]
  }

  private val identifier = new Identifier {
    def namespace: Array[String] = Array("eu", "shop")
    def name: String = "orders"
  }

  private def id(catalog: Option[String], named: Option[Identifier]): Option[DatasetId] =
    DataSourceV2Relations.dataset(TableV2(new UnknownTable, catalog, named), SessionContext()).map(_.id)

  // rows: identity.unknown
  test("a table of an unknown catalog is named by the catalog and its identifier") {
    assert(id(Some("acme"), Some(identifier)).contains(DatasetId("acme", "eu.shop.orders")))
  }

  test("a table without a catalog has no name") {
    assert(id(None, Some(identifier)).isEmpty)
    assert(id(Some("acme"), None).isEmpty)
  }

  private val schema = new StructType().add("id", LongType).add("total", DoubleType)
  private val text = "SELECT o.id, sum(o.amount) AS total FROM shop.orders o GROUP BY o.id"

  /** A table that describes itself by properties. */
  private final class DescribedTable(described: (String, String)*) extends Table {
    def name: String = "described"
    def schema: StructType = DataSourceV2RelationsSuite.this.schema
    def capabilities: java.util.Set[TableCapability] = Collections.emptySet[TableCapability]
    override def properties: java.util.Map[String, String] =
      javaMap(described.map { case (key, value) => s"openlineage.dataset.$key" -> value })
  }

  private def javaMap(entries: Seq[(String, String)]): java.util.Map[String, String] = {
    val map = new java.util.HashMap[String, String]
    entries.foreach { case (key, value) => map.put(key, value) }
    map
  }

  private def lines(table: Table, options: (String, String)*): Vector[String] = {
    val map = new CaseInsensitiveStringMap(javaMap(options))
    val lineage = new Lineage(Rules(Nil), SessionContext())
      .ofOutput(DataSourceV2Relation.create(table, None, None, map))
    lineage.columns.map { column =>
      val sources = column.dependencies.map(d =>
        s"${d.source.dataset.namespace} ${d.source.dataset.name} ${d.source.path}"
      )
      s"${column.name} <- ${sources.mkString(", ")}"
    }.toVector
  }

  // rows: facet.dataset.properties
  test("a table whose properties have a query has the columns of the query's tables") {
    val namespace = "postgres://db:5432"
    assert(lines(new DescribedTable("namespace" -> namespace, "query" -> text)) == Vector(
      s"id <- $namespace shop.orders id",
      s"total <- $namespace shop.orders amount"
    ))
    assert(lines(new DescribedTable("namespace" -> namespace, "query" -> text, "name" -> "t")) == Vector(
      s"id <- $namespace t id",
      s"total <- $namespace t total"
    ))
  }

  test("a table of a connector that reads a query has the columns of the query's tables") {
    assert(lines(new BigQueryTable(schema), "query" -> text, "parentProject" -> "p") == Vector(
      "id <- bigquery p.shop.orders id",
      "total <- bigquery p.shop.orders amount"
    ))
  }
}

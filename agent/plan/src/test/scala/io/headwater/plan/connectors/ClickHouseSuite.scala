package io.headwater.plan.connectors

import com.clickhouse.spark.{ClickHouseCatalog, ClickHouseTable}
import org.apache.spark.sql.connector.catalog.Identifier
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Catalog, Dataset, DatasetId, Storage}
import io.headwater.plan.naming.{PlannedTable, TableV2}
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.SessionContext
import io.headwater.plan.tables.TableFormats

final class ClickHouseSuite extends AnyFunSuite {
  private val orders = new Identifier {
    def namespace: Array[String] = Array("shop")
    def name: String = "orders"
  }

  private def in(settings: (String, String)*) =
    SessionContext(conf = settings.map { case (key, value) =>
      s"spark.sql.catalog.ch.$key" -> value
    }.toMap.get)

  private def read(settings: (String, String)*): Option[Dataset] =
    DataSourceV2Relations.dataset(
      TableV2(new ClickHouseTable("MergeTree"), Some("ch"), Some(orders)),
      in(settings: _*)
    )

  // rows: connector.clickhouse
  test("a table of the catalog is named by the server in the settings of the catalog") {
    val found = read("host" -> "Ch.Example.com", "protocol" -> "https", "http_port" -> "8443")
    assert(found.map(_.id).contains(DatasetId("clickhouse://ch.example.com:8443", "shop.orders")))
    assert(found.flatMap(_.catalog).contains(Catalog("clickhouse", "clickhouse", "ch")))
    assert(found.flatMap(_.storage).contains(Storage("clickhouse", "MergeTree")))
  }

  test("the default port is that of the protocol") {
    def server(settings: (String, String)*) = read(settings: _*).fold("")(_.id.namespace)
    assert(server() == "clickhouse://localhost:8123")
    assert(server("host" -> "h", "protocol" -> "TCP", "http_port" -> "1") == "clickhouse://h:9000")
    assert(server("host" -> "h", "protocol" -> "native", "tcp_port" -> "9001") == "clickhouse://h:9001")
  }

  test("a new table has the same name as an existing one") {
    val catalog = new ClickHouseCatalog {}
    val planned = PlannedTable(catalog, "ch", orders, None, None)
    assert(TableFormats.ownsCatalog(catalog))
    assert(TableFormats.planned(planned, in("host" -> "h")).map(_.id) == read("host" -> "h").map(_.id))
    assert(TableFormats.datasetByName(planned, in("host" -> "h")).exists(_.sameAsRead))
    assert(!TableFormats.ownsCatalog("a catalog of somebody else"))
  }
}

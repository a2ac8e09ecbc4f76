package io.headwater.plan.relations

import java.util.Collections

import org.apache.spark.sql.connector.catalog.{Identifier, Table, TableCapability}
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.TableV2
import io.headwater.plan.session.SessionContext

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
}

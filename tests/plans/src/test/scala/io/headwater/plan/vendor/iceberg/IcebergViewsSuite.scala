package io.headwater.plan.vendor.iceberg

import org.apache.polaris.spark.SparkCatalog
import org.apache.spark.sql.catalyst.plans.logical.views.{CreateIcebergView, ViewName}
import org.apache.spark.sql.connector.catalog.{CatalogPlugin, Identifier}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{DatasetId, Lifecycle}
import io.headwater.plan.TestSpark
import io.headwater.plan.writes.MemoryCatalog

/** Iceberg's extensions replace `CREATE VIEW` for the catalogs of all libraries that can have views. */
final class IcebergViewsSuite extends AnyFunSuite {
  private def created(catalog: CatalogPlugin): Vector[(DatasetId, Option[Lifecycle])] = {
    val name = ViewName(catalog, Identifier.of(Array("db"), "v"))
    val query = TestSpark.analyzed("SELECT a FROM t")
    val conf = Map(
      "spark.sql.catalog.polaris" -> classOf[SparkCatalog].getName,
      "spark.sql.catalog.polaris.uri" -> "http://h:8181"
    )
    TestSpark.lineage(identity, conf).of(CreateIcebergView(name, query, Nil, None, replace = false))
      .sinks.map(s => s.dataset.id -> s.dataset.lifecycle)
  }

  test("a view in the catalog of Polaris is named by the address of the REST catalog") {
    assert(created(new SparkCatalog("polaris")) ==
      Vector(DatasetId("http://h:8181", "db.v") -> Some(Lifecycle.Create)))
  }

  test("a view in the catalog of an unknown library is an output, named by its name in the catalog") {
    assert(created(new MemoryCatalog) == Vector(DatasetId("memory", "db.v") -> Some(Lifecycle.Create)))
  }
}

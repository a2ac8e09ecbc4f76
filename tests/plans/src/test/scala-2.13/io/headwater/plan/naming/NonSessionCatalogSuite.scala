package io.headwater.plan.naming

import java.net.URI

import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.catalog.{CatalogStorageFormat, CatalogTable, CatalogTableType}
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Catalog, Dataset, DatasetId}
import io.headwater.plan.session.SessionContext

/** A table that another catalog returns in the form of the session catalog has its name in that catalog. */
final class NonSessionCatalogSuite extends AnyFunSuite {
  private val warehouse = Some("file:/warehouse")
  private val location = Some(URI.create("s3://lake/1234"))

  private def table(catalog: String, location: Option[URI] = location): CatalogTable = CatalogTable(
    TableIdentifier("orders", Some("sales"), Some(catalog)),
    CatalogTableType.EXTERNAL,
    CatalogStorageFormat.empty.copy(locationUri = location),
    StructType.fromDDL("id INT")
  )

  private def dataset(catalog: String, conf: (String, String)*): Dataset =
    new Tables(SessionContext(warehouse = warehouse, conf = conf.toMap.get)).dataset(table(catalog))

  private def names(dataset: Dataset): Seq[DatasetId] = dataset.id +: dataset.symlinks.map(_.id)

  private def inMetastore = Seq(byLocation, DatasetId("file:/warehouse", "sales.orders"))
  private val byLocation = DatasetId("s3://lake", "1234")

  private def unity(uri: String): Seq[(String, String)] = Seq(
    "spark.sql.catalog.main" -> "io.unitycatalog.spark.UCSingleCatalog",
    "spark.sql.catalog.main.uri" -> uri
  )

  test(
    "Unity Catalog: the host and port of its address are the namespace, without protocol, path and password"
  ) {
    Seq("http://h:8080", "https://u:pw@h:8080/api/2.1", "https://h:8080?token=pw").foreach { uri =>
      assert(names(dataset("main", unity(uri): _*)) ==
        Seq(byLocation, DatasetId("unitycatalog://h:8080", "main.sales.orders")))
    }
    assert(dataset("main", unity("https://u:pw@h/api?token=pw"): _*).catalog ==
      Some(Catalog("unity", "unity", "main", Some("https://h/api"))))
  }

  test("Unity Catalog in place of the session catalog") {
    val conf = unity("http://h").map { case (key, value) => key.replace("main", "spark_catalog") -> value }
    assert(names(dataset("spark_catalog", conf: _*)) ==
      Seq(byLocation, DatasetId("unitycatalog://h", "spark_catalog.sales.orders")))
    assert(names(dataset("spark_catalog", conf.head)) == inMetastore, "it cannot be used without an address")
  }

  // rows: connector.unity
  test("Unity Catalog of Databricks") {
    val enabled = "spark.databricks.unityCatalog.enabled" -> "true"
    assert(names(dataset("main", enabled)) ==
      Seq(byLocation, DatasetId("unity-catalog", "main.sales.orders")))
    assert(names(dataset("hive_metastore", enabled)) == inMetastore)
    assert(names(dataset("spark_catalog", enabled)) == inMetastore)
  }

  test("a catalog of an unknown library has its name as the namespace, and no catalog facet") {
    val other = dataset("other", "spark.sql.catalog.other" -> "com.acme.Catalog")
    assert(names(other) == Seq(byLocation, DatasetId("other", "sales.orders")))
    assert(other.catalog.isEmpty)
  }

  test("a table of another catalog is not taken for one of the session catalog with the same name") {
    val session = SessionContext(warehouse = warehouse)
    val tables = new Tables(session)
    tables.dataset(table("main"))
    assert(tables.named(TableIdentifier("orders", Some("sales"))).id ==
      DatasetId("file:/warehouse", "sales.orders"))
  }

  test("a table without a location goes by its name in the catalog") {
    val session = SessionContext(conf = unity("http://h:8080").toMap.get)
    assert(names(new Tables(session).dataset(table("main", location = None))) ==
      Seq(DatasetId("unitycatalog://h:8080", "main.sales.orders")))
  }
}

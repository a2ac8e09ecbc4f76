package io.headwater.plan.naming.jdbc

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Paths}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.connectors.Snowflake
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset}

/** The URL forms that the drivers document, each with the dataset of a table. */
final class JdbcUrlsSuite extends AnyFunSuite {

  /** Forms that the Python SDK refuses, with the dataset of the table `orders`. */
  private val named = Vector(
    "jdbc:mysql://address=(host=a)(port=1)(user=u)(password=PW1),address=(host=b)/shop" ->
      DatasetId("mysql://a:1,b:3306", "shop.orders"),
    "jdbc:mysql://u:PW1@a:1,u:PW1@b/shop" -> DatasetId("mysql://a:1,b:3306", "shop.orders"),
    "jdbc:mysql://u:PW1,x@b/shop" -> DatasetId("mysql://b:3306", "shop.orders"),
    "jdbc:oracle:thin:u/PW1@h:1521:sid" -> DatasetId("oracle://h:1521", "sid.orders"),
    "jdbc:oracle:thin:u/p@PW1@h:1521:sid" -> DatasetId("oracle://h:1521", "sid.orders"),
    "jdbc:oracle:thin:@db_high?TNS_ADMIN=/Users/ada@corp.example/wallet" ->
      DatasetId("oracle://db_high:1521", "orders"),
    "jdbc:oracle:thin:u/PW1@db_high?TNS_ADMIN=/Users/ada@corp.example/wallet" ->
      DatasetId("oracle://db_high:1521", "orders"),
    "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1522))" +
      "(ADDRESS=(PROTOCOL=tcp)(HOST=b)))(CONNECT_DATA=(SERVICE_NAME=svc)))" ->
      DatasetId("oracle://a:1522,b:1521", "svc.orders"),
    "jdbc:teradata://h/DATABASE=shop,USER=u,PASSWORD=PW1" -> DatasetId("teradata://h:1025", "shop.orders"),
    "jdbc:teradata://h/DBS_PORT=1026,DATABASE=shop" -> DatasetId("teradata://h:1026", "shop.orders"),
    "jdbc:snowflake://org-acct.snowflakecomputing.com/?user=u&password=PW1&db=SHOP" ->
      DatasetId("snowflake://org-acct", "SHOP.orders"),
    "jdbc:snowflake://org-acct.snowflakecomputing.com/?user=u&password=PW1&db=SHOP&schema=S" ->
      DatasetId("snowflake://org-acct", "SHOP.S.orders"),
    "jdbc:bigquery://https://www.googleapis.com/bigquery/v2:443;ProjectId=p;OAuthAccessToken=PW1;" ->
      DatasetId("bigquery", "p.orders"),
    "jdbc:h2:mem:shop;PASSWORD=PW1" -> DatasetId("h2:mem:shop", "orders"),
    "jdbc:sqlite:/data/shop.db" -> DatasetId("sqlite:/data/shop.db", "orders"),
    "jdbc:derby:;databaseName=/data/shop;create=true;password=PW1" -> DatasetId("derby:/data/shop", "orders"),
    "jdbc:derby:memory:shop;create=true;password=PW1" -> DatasetId("derby:memory:shop", "orders"),
    "jdbc:custom:u:PW1@h" -> DatasetId("custom:h", "orders")
  )

  private val root = Iterator.iterate(Paths.get("").toAbsolutePath)(_.getParent)
    .dropWhile(p => !Files.exists(p.resolve("scripts/jars.tsv"))).next()

  /** The rows with which `naming.jdbc` of the Python SDK is tested, too: URL, table, namespace and name. */
  private val alsoInPython =
    new String(Files.readAllBytes(root.resolve("python-sdk/tests/data/jdbc-names.tsv")), UTF_8)
      .split('\n').toVector.drop(1).map(_.split('\t')).map(row => (row(0), row(1), DatasetId(row(2), row(3))))

  for ((url, table, id) <- alsoInPython ++ named.map { case (url, id) => (url, "orders", id) })

    // rows: connector.jdbc-addresses identity.jdbc
    test(s"a table at $url: $table")(assert(JdbcUrls.location(url).table(table) == id))

  test("a schema in the URL is that of names without one") {
    val place = JdbcUrls.location("jdbc:snowflake://acct.snowflakecomputing.com/?db=DB&schema=S")
    assert(place.table("O.T") == DatasetId("snowflake://acct.us-west-1.aws", "DB.O.T"))
    assert(place.table("A.O.T") == DatasetId("snowflake://acct.us-west-1.aws", "A.O.T"))
    val byProperties =
      JdbcUrls.location("jdbc:snowflake://acct.snowflakecomputing.com", Map("db" -> "DB", "schema" -> "S"))
    assert(byProperties.table("T") == DatasetId("snowflake://acct.us-west-1.aws", "DB.S.T"))
  }

  test("Snowflake's driver and its connector name one account alike") {
    Seq(
      "xy1" -> "xy1.us-west-1.aws",
      "xy1.eu-west-1" -> "xy1.eu-west-1.aws",
      "xy1.west-europe.azure" -> "xy1.west-europe.azure",
      "Org-Acct" -> "Org-Acct"
    ).foreach { case (host, account) =>
      val table = DatasetId(s"snowflake://$account", "DB.S.T")
      val url = s"$host.snowflakecomputing.com:443"
      assert(JdbcUrls.location(s"jdbc:snowflake://$url/?db=DB&schema=S").table("T") == table)
      val options =
        ConnectorOptions(Map("sfURL" -> url, "sfDatabase" -> "DB", "sfSchema" -> "S", "dbtable" -> "T"))
      assert(Snowflake.source(options) == RemoteDataset.table(table))
    }
  }

  test("a colon without a port leaves the default port") {
    assert(JdbcUrls.location("jdbc:postgresql://h:/shop").namespace == "postgres://h:5432")
  }

  test("the database can come from the connection properties") {
    val place = JdbcUrls.location("jdbc:sqlserver://h", Map("DatabaseName" -> "shop", "portNumber" -> "1434"))
    assert(place.table("dbo.orders") == DatasetId("sqlserver://h:1434", "shop.dbo.orders"))
    assert(JdbcUrls.location("jdbc:sqlserver://h:;databaseName=shop").table("t") == DatasetId(
      "sqlserver://h",
      "shop.t"
    ))
  }
}

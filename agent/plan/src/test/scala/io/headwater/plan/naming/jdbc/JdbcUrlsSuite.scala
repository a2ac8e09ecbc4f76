package io.headwater.plan.naming.jdbc

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId

/** The URL forms that the drivers document, each with the dataset of the table `orders`. */
final class JdbcUrlsSuite extends AnyFunSuite {

  private val named = Seq(
    "jdbc:postgresql://db.example.com/shop" -> DatasetId("postgres://db.example.com:5432", "shop.orders"),
    "jdbc:postgresql://DB:5433/shop?user=u&password=PW1" -> DatasetId("postgres://db:5433", "shop.orders"),
    "jdbc:postgresql://u:PW1@h1:5432,h2/shop" -> DatasetId("postgres://h1:5432,h2:5432", "shop.orders"),
    "jdbc:postgresql://[::1]:5433/shop" -> DatasetId("postgres://[::1]:5433", "shop.orders"),
    "jdbc:postgresql://h/" -> DatasetId("postgres://h:5432", "orders"),
    "jdbc:mysql://h/shop?sessionVariables=x=1" -> DatasetId("mysql://h:3306", "shop.orders"),
    "jdbc:mysql:loadbalance://a,b:3307/shop" -> DatasetId("mysql://a:3306,b:3307", "shop.orders"),
    "jdbc:mysql+srv://h/shop" -> DatasetId("mysql://h:3306", "shop.orders"),
    "jdbc:mysql://address=(host=a)(port=1)(user=u)(password=PW1),address=(host=b)/shop" ->
      DatasetId("mysql://a:1,b:3306", "shop.orders"),
    "jdbc:mariadb://h:3306/shop" -> DatasetId("mariadb://h:3306", "shop.orders"),
    "jdbc:sqlserver://h:1433;databaseName=shop;user=u;password={a;PW1};encrypt=true" ->
      DatasetId("sqlserver://h:1433", "shop.orders"),
    "jdbc:sqlserver://h\\inst;database=shop" -> DatasetId("sqlserver://h/inst", "shop.orders"),
    "jdbc:jtds:sqlserver://h:1433/shop;instance=i;password=PW1" -> DatasetId(
      "sqlserver://h:1433/i",
      "shop.orders"
    ),
    "jdbc:oracle:thin:@//h:1521/svc" -> DatasetId("oracle://h:1521", "svc.orders"),
    "jdbc:oracle:thin:u/PW1@h:1521:sid" -> DatasetId("oracle://h:1521", "sid.orders"),
    "jdbc:oracle:thin:@tcps://h/svc?x=y" -> DatasetId("oracle://h:1521", "svc.orders"),
    "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS_LIST=(ADDRESS=(PROTOCOL=tcp)(HOST=a)(PORT=1522))" +
      "(ADDRESS=(PROTOCOL=tcp)(HOST=b)))(CONNECT_DATA=(SERVICE_NAME=svc)))" ->
      DatasetId("oracle://a:1522,b:1521", "svc.orders"),
    "jdbc:oracle:thin:@ldap://dir:389/svc,cn=OracleContext,dc=x" -> DatasetId(
      "oracle://dir:389",
      "svc.orders"
    ),
    "jdbc:teradata://h/DATABASE=shop,USER=u,PASSWORD=PW1" -> DatasetId("teradata://h:1025", "shop.orders"),
    "jdbc:teradata://h/DBS_PORT=1026,DATABASE=shop" -> DatasetId("teradata://h:1026", "shop.orders"),
    "jdbc:db2://h/shop:user=u;password=PW1;" -> DatasetId("db2://h:6789", "shop.orders"),
    "jdbc:redshift://c.x.us-west-2.redshift.amazonaws.com:5439/dev;UID=u;PWD=PW1" ->
      DatasetId("redshift://c.x.us-west-2.redshift.amazonaws.com:5439", "dev.orders"),
    "jdbc:trino://h/hive" -> DatasetId("trino://h:443", "hive.orders"),
    "jdbc:ch://h/shop" -> DatasetId("clickhouse://h:8123", "shop.orders"),
    "jdbc:cassandra://a--b:9043/shop" -> DatasetId("cassandra://a:9042,b:9043", "shop.orders"),
    "jdbc:snowflake://org-acct.snowflakecomputing.com/?user=u&password=PW1&db=SHOP" ->
      DatasetId("snowflake://org-acct", "SHOP.orders"),
    "jdbc:bigquery://https://www.googleapis.com/bigquery/v2:443;ProjectId=p;OAuthAccessToken=PW1;" ->
      DatasetId("bigquery", "p.orders"),
    "jdbc:hive2://h:10000/shop;password=PW1" -> DatasetId("hive2://h:10000", "shop.orders"),
    "jdbc:h2:mem:shop;PASSWORD=PW1" -> DatasetId("h2:mem:shop", "orders"),
    "jdbc:sqlite:/data/shop.db" -> DatasetId("sqlite:/data/shop.db", "orders"),
    "jdbc:derby:memory:shop;create=true;password=PW1" -> DatasetId("derby:memory:shop", "orders"),
    "jdbc:custom:u:PW1@h" -> DatasetId("custom:h", "orders")
  )

  for ((url, id) <- named)

    // rows: connector.jdbc-addresses identity.jdbc
    test(s"a table at $url")(assert(JdbcUrls.place(url).table("orders") == id))

  test("the database can come from the connection properties") {
    val place = JdbcUrls.place("jdbc:sqlserver://h", Map("DatabaseName" -> "shop", "portNumber" -> "1434"))
    assert(place.table("dbo.orders") == DatasetId("sqlserver://h:1434", "shop.dbo.orders"))
  }

  test("a fully qualified name does not get the database of the URL again") {
    assert(JdbcUrls.place("jdbc:mysql://h/shop").table("crm.orders").name == "crm.orders")
    assert(JdbcUrls.place("jdbc:postgresql://h/shop").table("crm.orders").name == "shop.crm.orders")
    assert(
      JdbcUrls.place("jdbc:sqlserver://h;database=shop").table("crm.dbo.orders").name == "crm.dbo.orders"
    )
  }

  test("quotes are not part of a name") {
    assert(JdbcUrls.place("jdbc:postgresql://h/shop").table("\"Odd.Name\".\"t\"").name == "shop.Odd.Name.t")
    assert(JdbcUrls.place("jdbc:mysql://h/shop").table("`t`").name == "shop.t")
    assert(JdbcUrls.place("jdbc:sqlserver://h;database=shop").table("[dbo].[t]").name == "shop.dbo.t")
  }
}

"""Tables that existed before the application; they are created without a plan."""
# rows: node.drop node.create-like
# tables: orders customers
# conf: spark.sql.catalog.shop=org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog
# conf: spark.sql.catalog.shop.url=jdbc:derby:memory:drops;create=true

from typing import Any

from pyspark.sql import SparkSession

from tests.e2e.workspace import Paths


def run(spark: SparkSession, _paths: Paths) -> None:
    made_past_plans(spark)
    spark.sql("CREATE TABLE twin LIKE unseen")
    for catalog in ("ice", "lite"):
        spark.sql(f"DROP TABLE {catalog}.db.unseen")
        spark.sql(f"DROP TABLE IF EXISTS {catalog}.db.missing")
        spark.sql(f"CREATE TABLE {catalog}.db.seen USING iceberg AS SELECT id FROM customers")
        spark.sql(f"DROP TABLE IF EXISTS {catalog}.db.seen")
    spark.sql("DROP TABLE shop.APP.UNSEEN")
    spark.sql("CREATE TABLE noted (id INT) USING delta")
    spark.sql("DROP TABLE noted")


def made_past_plans(spark: SparkSession) -> None:
    jvm: Any = spark._jvm  # noqa: SLF001 - no other way past the plans
    session = spark._jsparkSession.sessionState()  # noqa: SLF001
    table = jvm.org.apache.spark.sql.catalyst.TableIdentifier
    session.catalog().renameTable(table("orders"), table("unseen"))

    gateway: Any = spark.sparkContext._gateway  # noqa: SLF001
    database = gateway.new_array(jvm.java.lang.String, 1)
    database[0] = "db"
    transforms = gateway.new_array(jvm.org.apache.spark.sql.connector.expressions.Transform, 0)
    name = jvm.org.apache.spark.sql.connector.catalog.Identifier.of(database, "unseen")
    schema = jvm.org.apache.spark.sql.types.StructType.fromDDL("id BIGINT")
    for catalog in ("ice", "lite"):
        made = session.catalogManager().catalog(catalog)
        made.createNamespace(database, {})
        made.createTable(name, schema, transforms, {})

    connection = jvm.java.sql.DriverManager.getConnection("jdbc:derby:memory:drops;create=true")
    connection.createStatement().execute("CREATE TABLE unseen (id INT)")
    connection.close()

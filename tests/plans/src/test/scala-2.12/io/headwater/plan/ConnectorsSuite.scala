package io.headwater.plan

import java.lang.reflect.{InvocationHandler, Method, Proxy}
import java.net.{URL, URLClassLoader}
import java.nio.file.Paths
import java.util.Collections

import scala.io.Source
import scala.sys.process._

import org.apache.spark.SparkConf
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.TableV2
import io.headwater.plan.relations.TablesV2
import io.headwater.plan.vendor.Providers
import io.headwater.plan.vendor.snowflake.Snowflake

/** Connectors' own releases, up to where they would need the other side; on Spark 3.5, which most are made for. */
final class ConnectorsSuite extends AnyFunSuite {
  import ConnectorsSuite._

  private lazy val spark = SparkOfTheSuite.spark

  // rows: connector.mongo
  test("MongoDB, by options, by the application's settings, and where these tell reads and writes apart") {
    assert(sources(reading(
      "mongodb",
      "connection.uri" -> "mongodb://u:PW1@h/shop",
      "collection" -> "orders"
    )) ==
      Vector(DatasetId("mongodb://h:27017", "shop.orders")))
    val uri = "spark.mongodb.read.connection.uri" -> "mongodb://u:PW1@h/shop.orders"
    val other = "spark.mongodb.write.connection.uri" -> "mongodb://u:PW1@h/shop.sums"
    val unnamed = reading("mongodb")
    assert(sources(unnamed, uri) == Vector(DatasetId("mongodb://h:27017", "shop.orders")))
    assert(sources(unnamed, uri, other) == Vector.empty)
    assert(sources(reading("mongodb", "collection" -> "orders"), uri, other) ==
      Vector(DatasetId("mongodb://h:27017", "shop.orders")))
  }

  // rows: connector.others
  test("Elasticsearch, by options and by the application's settings") {
    val frame = reading("es", "path" -> "orders")
    assert(sources(frame, "spark.es.nodes" -> "h1,h2", "spark.es.port" -> "9201") ==
      Vector(DatasetId("elasticsearch://h1:9201", "orders")))
    assert(sources(reading("es", "es.nodes" -> "h", "path" -> "orders")) ==
      Vector(DatasetId("elasticsearch://h:9200", "orders")))
  }

  // rows: connector.snowflake
  test(
    "Snowflake's relation keeps its options where they are looked for, under the names that are looked for"
  ) {
    // its classes do not link without its driver, of 70 MB; their constants can be read
    val apart = new URLClassLoader(jars("snowflake-spark"), null)
    def lacks(name: String, constants: String*): Seq[String] = {
      val at = apart.getResource(s"net/snowflake/spark/snowflake/$name.class")
      val text = Source.fromURL(at, "ISO-8859-1").mkString
      constants.filterNot(text.contains(_))
    }
    val merged = "net/snowflake/spark/snowflake/Parameters$MergedParameters"
    assert(lacks("SnowflakeRelation", "params", s"L$merged;") == Nil)
    assert(lacks("Parameters$MergedParameters", "parameters", "()Lscala/collection/immutable/Map;") == Nil)
    assert(lacks("Parameters$", "sfurl", "sfdatabase", "sfschema", "dbtable", "query") == Nil)
    assert(lacks("DefaultSource", "snowflake") == Nil)
    assert(Providers.of("net.snowflake.spark.snowflake.SnowflakeRelation").contains(Snowflake))
  }

  // rows: connector.bigquery
  test("BigQuery's relation: its table, and the query that it is the result of") {
    assert(sources(relation(bigQuery(None))) == Vector(DatasetId("bigquery", "p.d.orders")))
    val queried = bigQuery(Some("SELECT o.id FROM `p.d.orders` o"))
    assert(sources(relation(queried)) == Vector(DatasetId("bigquery", "p.d.orders")))
  }

  // rows: connector.others
  test("Cassandra's table: by its own name and servers") {
    val conf = new SparkConf(false).set("spark.cassandra.connection.host", "127.0.0.1:9043")
    val connector = loaded("com.datastax.spark.connector.cql.CassandraConnector")
      .getMethod("apply", classOf[SparkConf]).invoke(null, conf)
    val empty = CaseInsensitiveStringMap.empty
    val made = loaded("com.datastax.spark.connector.datasource.CassandraTable").getConstructors.apply(0)
      .newInstance(spark, empty, connector, "c", metadata, Some(schema)).asInstanceOf[Table]
    val found = TablesV2.dataset(TableV2(made, None, None, empty), Surroundings())
    assert(found.map(_.id).contains(DatasetId("cassandra://127.0.0.1:9043", "shop.orders")))
  }

  private def reading(format: String, options: (String, String)*): DataFrame =
    inside(spark.read.format(format).schema(schema).options(options.toMap).load())

  private def relation(made: Any): DataFrame =
    spark.baseRelationToDataFrame(made.asInstanceOf[BaseRelation])

  private def sources(frame: DataFrame, conf: (String, String)*): Vector[DatasetId] = {
    val lineage = SparkOfTheSuite.lineage(identity, conf.toMap).of(frame.queryExecution.analyzed)
    assert(!lineage.toString.contains("PW1"))
    lineage.sources.map(_.id)
  }

  private def bigQuery(query: Option[String]): Any = {
    val package_ = "com.google.cloud.spark.bigquery.repackaged.com.google.cloud.bigquery."
    val text = classOf[String]
    val id = loaded(s"${package_}TableId").getMethod("of", text, text, text)
      .invoke(null, "p", "d", if (query.isEmpty) "orders" else "_sbc_1")
    val fields = loaded(s"${package_}Field")
    val kinds = loaded(s"${package_}StandardSQLTypeName")
    val none = java.lang.reflect.Array.newInstance(fields, 0)
    val int64 = kinds.getMethod("valueOf", text).invoke(null, "INT64")
    val one = java.lang.reflect.Array.newInstance(fields, 1)
    val column = fields.getMethod("of", text, kinds, none.getClass).invoke(null, "id", int64, none)
    java.lang.reflect.Array.set(one, 0, column)
    val columns = loaded(s"${package_}Schema").getMethod("of", one.getClass).invoke(null, one)
    val table =
      loaded(s"${package_}StandardTableDefinition").getMethod("of", columns.getClass).invoke(null, columns)
    val info = loaded(s"${package_}TableInfo")
      .getMethod("of", id.getClass, loaded(s"${package_}TableDefinition")).invoke(null, id, table)
    val config = loaded("com.google.cloud.spark.bigquery.SparkBigQueryConfig").getDeclaredConstructor()
    config.setAccessible(true)
    val options = config.newInstance().asInstanceOf[AnyRef]
    query.foreach { q =>
      val field = options.getClass.getDeclaredField("query")
      field.setAccessible(true)
      field.set(options, field.getType.getMethod("of", classOf[Object]).invoke(null, q))
    }
    loaded("com.google.cloud.spark.bigquery.BigQueryRelation").getConstructors.apply(0)
      .newInstance(options, info, spark.sqlContext)
  }

  /** What the connector would have asked the servers for. */
  private def metadata: AnyRef = {
    val driver = "com.datastax.oss.driver.api.core."
    val names = loaded(s"${driver}CqlIdentifier").getMethod("fromInternal", classOf[String])
    val answers = new InvocationHandler {
      def invoke(proxy: AnyRef, method: Method, arguments: Array[AnyRef]): AnyRef = method.getName match {
        case "getKeyspace" => names.invoke(null, "shop")
        case "getName" => names.invoke(null, "orders")
        case _ if method.getReturnType == classOf[java.util.Map[_, _]] => Collections.emptyMap()
        case _ if method.getReturnType == classOf[java.util.List[_]] => Collections.emptyList()
        case other => throw new UnsupportedOperationException(other)
      }
    }
    val kind = loaded(s"${driver}metadata.schema.RelationMetadata")
    Proxy.newProxyInstance(loader, Array[Class[_]](kind), answers)
  }
}

private object ConnectorsSuite {
  private val names = Seq(
    "bigquery-spark",
    "cassandra-spark",
    "cassandra-spark-driver",
    "cassandra-driver",
    "cassandra-config",
    "cassandra-guava",
    "elasticsearch-spark",
    "mongo-spark",
    "mongo-driver",
    "mongo-driver-core",
    "mongo-bson"
  )
  val schema: StructType = new StructType().add("id", "long")

  lazy val loader: ClassLoader = new URLClassLoader(jars(names: _*), getClass.getClassLoader)

  def jars(names: String*): Array[URL] =
    ("scripts/fetch-jar" +: names).!!.split('\n').map(Paths.get(_).toUri.toURL)

  def loaded(name: String): Class[_] = Class.forName(name, true, loader)

  /** Spark looks for sources in the thread's own class loader. */
  def inside[A](body: => A): A = {
    val thread = Thread.currentThread
    val before = thread.getContextClassLoader
    thread.setContextClassLoader(loader)
    try body
    finally thread.setContextClassLoader(before)
  }
}

package io.headwater.plan

import java.lang.reflect.{InvocationHandler, Method, Proxy}
import java.util.Collections

import scala.collection.JavaConverters._

import org.apache.spark.SparkConf
import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.connector.expressions.Transform
import org.apache.spark.sql.sources.BaseRelation
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dataset, DatasetId}
import io.headwater.plan.naming.TableV2
import io.headwater.plan.relations.DataSourceV2Relations
import io.headwater.plan.session.SessionContext

/** The relations and tables of real connectors, created as the connector does after it has queried its store. */
final class ConnectorRelationsSuite extends AnyFunSuite {
  import TestConnectors._

  // rows: connector.bigquery
  test("the relation of BigQuery: its table, and the query whose result it is") {
    assert(sources(relation(bigQuery())) == Vector(DatasetId("bigquery", "p.d.orders")))
    val queried = bigQuery("query" -> "SELECT o.id FROM `p.d.orders` o")
    assert(sources(relation(queried)) == Vector(DatasetId("bigquery", "p.d.orders")))
  }

  // rows: connector.bigquery
  test("the relation of BigQuery: the filter of the read decides on the rows") {
    val filtered = relation(bigQuery("filter" -> "region = 'eu'"))
    val lineage = TestSpark.lineage.ofOutput(filtered.queryExecution.analyzed)
    assert(lineage.columns.map(Rendering.column) == Vector("id <- p.d.orders.id IDENTITY"))
    assert(lineage.rows.map(Rendering.source) == Vector("p.d.orders.region FILTER"))
  }

  // rows: connector.others
  test("the table of Cassandra: its name and servers") {
    val conf = new SparkConf(false).set("spark.cassandra.connection.host", "127.0.0.1:9043")
    val connector = loaded("com.datastax.spark.connector.cql.CassandraConnector")
      .getMethod("apply", classOf[SparkConf]).invoke(null, conf)
    val made = loaded("com.datastax.spark.connector.datasource.CassandraTable").getConstructors.apply(0)
      .newInstance(spark, CaseInsensitiveStringMap.empty, connector, "c", metadata, Some(schema))
    assert(named(made).map(_.id).contains(DatasetId("cassandra://127.0.0.1:9043", "shop.orders")))
  }

  // rows: connector.cosmos
  test("the tables of Cosmos: by the options of the read, and by the settings of its catalog") {
    val account = "spark.cosmos.accountEndpoint" -> "https://acct.documents.azure.com:443/"
    val names = Map("spark.cosmos.database" -> "shop", "spark.cosmos.container" -> "orders")
    val all = (names + account + ("spark.cosmos.accountKey" -> "UFcx")).asJava
    val one = Map(account, "spark.cosmos.accountKey" -> "UFcx").asJava
    val (none, some) = (Array.empty[Transform], Some(schema))
    def made(name: String, arguments: AnyRef*) =
      loaded(
        s"com.azure.cosmos.spark.$name"
      ).getConstructors.apply(0).newInstance(spark +: none +: arguments: _*)
    val kept = made("ItemsTable", Some("shop"), Some("orders"), one, some, Collections.emptyMap())
    val feed = made("ChangeFeedTable", all, some)
    for (table <- Seq(kept, feed)) {
      assert(named(table).map(_.id).contains(
        DatasetId("azurecosmos://acct.documents.azure.com/dbs/shop", "colls/orders")
      ))
      assert(!named(table).toString.contains("UFcx"))
    }
  }

  // rows: connector.others
  test("the relation of Pulsar: each topic in its offsets") {
    val topic = "persistent://public/default/orders"
    val offsets = loaded("org.apache.spark.sql.pulsar.SpecificPulsarOffset")
    val message = loaded("org.apache.pulsar.client.api.MessageId").getField("latest").get(null)
    def at(topics: String*) = offsets.getConstructors.apply(0)
      .newInstance(topics.map(_ -> message).toMap).asInstanceOf[AnyRef]
    // a class of Spark that the relation only passes on
    val json = Class.forName("org.apache.spark.sql.catalyst.json.JSONOptionsInRead").getConstructors
      .minBy(_.getParameterCount).newInstance(CaseInsensitiveMap(Map.empty[String, String]), "UTC", "")
    val info = loaded("org.apache.spark.sql.pulsar.SchemaInfoSerializable").getConstructor().newInstance()
      .asInstanceOf[AnyRef]
    val client = Map[String, AnyRef]("service.url" -> "pulsar://h", "authParams" -> "token:PW1").asJava
    val ends = at(s"$topic-partition-0", s"$topic-partition-1", "persistent://a/b/c")
    val made = loaded("org.apache.spark.sql.pulsar.PulsarRelation").getConstructors.apply(0).newInstance(
      spark.sqlContext,
      schema,
      info,
      "http://h:8080",
      client,
      Collections.emptyMap(),
      at(topic),
      ends,
      Int.box(1000),
      Boolean.box(true),
      "s",
      json.asInstanceOf[AnyRef]
    )
    assert(sources(relation(made)).toSet == Set(
      DatasetId("pulsar://h:6650", topic),
      DatasetId("pulsar://h:6650", "persistent://a/b/c")
    ))
  }

  private def relation(made: Any): DataFrame =
    spark.baseRelationToDataFrame(made.asInstanceOf[BaseRelation])

  /** The dataset of a table in a plan that reads it without options. */
  private def named(made: Any): Option[Dataset] =
    DataSourceV2Relations.dataset(
      TableV2(made.asInstanceOf[Table], None, None, CaseInsensitiveStringMap.empty),
      SessionContext()
    )

  /** The relation of a table, or of a query's result if the options have a query. */
  private def bigQuery(given: (String, String)*): Any = {
    val package_ = "com.google.cloud.spark.bigquery.repackaged.com.google.cloud.bigquery."
    val text = classOf[String]
    val id = loaded(s"${package_}TableId").getMethod("of", text, text, text)
      .invoke(null, "p", "d", if (given.exists(_._1 == "query")) "_sbc_1" else "orders")
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
    given.foreach { case (name, value) =>
      val field = options.getClass.getDeclaredField(name)
      field.setAccessible(true)
      field.set(options, field.getType.getMethod("of", classOf[Object]).invoke(null, value))
    }
    loaded("com.google.cloud.spark.bigquery.BigQueryRelation").getConstructors.apply(0)
      .newInstance(options, info, spark.sqlContext)
  }

  /** The metadata that the connector reads from its servers. */
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

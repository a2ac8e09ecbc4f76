package io.headwater.plan

import java.net.URLClassLoader

import scala.io.Source

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, DatasetId}
import io.headwater.plan.connectors.{Connectors, Snowflake}

/** Releases of real connectors, without a store behind them, on Spark 3.5, which most are built for. These connectors are
  * named by the options of the user.
  */
final class ConnectorWritesSuite extends AnyFunSuite {
  import TestConnectors._

  // rows: connector.mongo
  test("MongoDB, by options, by settings of the application, and by separate settings for reads and writes") {
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
    assert(sources(unnamed, uri, other) == Vector(DatasetId("mongodb://h:27017", "shop.orders")))
    assert(sources(reading("mongodb", "collection" -> "orders"), uri, other) ==
      Vector(DatasetId("mongodb://h:27017", "shop.orders")))
  }

  // rows: connector.mongo
  test("a pipeline of MongoDB: its rows are unknown, and the columns if a stage makes them") {
    def lineage(stages: String) = TestSpark.lineage.ofOutput(reading(
      "mongodb",
      "connection.uri" -> "mongodb://h/shop.orders",
      "aggregation.pipeline" -> stages
    ).queryExecution.analyzed)
    val matched = lineage("""{"$match": {"region": "eu"}}""")
    assert(matched.columns.map(Rendering.column) == Vector("id <- shop.orders.id IDENTITY"))
    assert(matched.rowsCertainty == Certainty.Unknown)
    assert(matched.gaps.map(_.reason) ==
      Vector("the columns that the option aggregation.pipeline uses are not known"))
    val grouped = lineage("""[{"$group": {"_id": "$region", "id": {"$max": "$id"}}}]""")
    assert(grouped.columns.map(c => c.certainty) == Vector(Certainty.Unknown))
    assert(grouped.sources.map(_.id) == Vector(DatasetId("mongodb://h:27017", "shop.orders")))
  }

  // rows: connector.others
  test("Elasticsearch, by options and by settings of the application") {
    val frame = reading("es", "path" -> "orders")
    assert(sources(frame, "spark.es.nodes" -> "h1,h2", "spark.es.port" -> "9201") ==
      Vector(DatasetId("elasticsearch://h1:9201", "orders")))
    assert(sources(reading("es", "es.nodes" -> "h", "path" -> "orders")) ==
      Vector(DatasetId("elasticsearch://h:9200", "orders")))
  }

  // rows: connector.others
  test("Neo4j, by options and by settings of the application") {
    val labels = reading("org.neo4j.spark.DataSource", "url" -> "bolt://h", "labels" -> ":Order")
    assert(sources(labels, "neo4j.database" -> "shop") ==
      Vector(DatasetId("neo4j://h:7687", "shop.Order")))
  }

  // rows: connector.snowflake
  test("the relation of Snowflake has its options in the members that the agent reads") {
    // its classes do not link without its driver of 70 MB, so only their constants are checked
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
    assert(Connectors.forClass("net.snowflake.spark.snowflake.SnowflakeRelation").contains(Snowflake))
  }
}

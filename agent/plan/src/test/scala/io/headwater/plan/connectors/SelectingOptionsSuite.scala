package io.headwater.plan.connectors

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset}
import io.headwater.plan.session.SessionContext

/** Options that select rows of a store, or compute columns, in the language of the store. */
final class SelectingOptionsSuite extends AnyFunSuite {

  // rows: connector.mongo connector.others
  test("an option in the language of the store selects rows, or makes other columns") {
    def selected(source: String, options: (String, String)*) =
      Connectors.resolveFormat(source, ConnectorOptions(options), SessionContext()).get match {
        case RemoteDataset.Selected(ids, option, sameColumns) => (ids.map(_.name), option, sameColumns)
        case other => other
      }
    val collection = Seq("connection.uri" -> "mongodb://h", "database" -> "d", "collection" -> "c")
    def mongo(stages: String) = selected("mongodb", collection :+ ("aggregation.pipeline" -> stages): _*)
    val condition = """{"$match": {"a": {"$gt": 1}}}"""
    assert(mongo(condition) == ((Vector("d.c"), "aggregation.pipeline", true)))
    assert(mongo(s"""[$condition, {"$$group": {"_id": "$$a"}}]""") ==
      ((Vector("d.c"), "aggregation.pipeline", false)))
    assert(mongo("[ ]") == RemoteDataset.Tables(Vector(DatasetId("mongodb://h:27017", "d.c"))))
    assert(selected("es", "path" -> "a", "query" -> "?q=b:1") == ((Vector("a"), "es.query", true)))
    assert(selected("es", "path" -> "a", "es.query" -> "?q=*") ==
      RemoteDataset.Tables(Vector(DatasetId("elasticsearch://localhost:9200", "a"))))
    val container = Seq("accountEndpoint" -> "https://a.documents.azure.com:443/", "database" -> "d")
    val query = Seq("container" -> "c", "read.customQuery" -> "SELECT c.a + 1 AS b FROM c")
    assert(selected(
      "cosmos.oltp",
      (container ++ query).map { case (k, v) => s"spark.cosmos.$k" -> v }: _*
    ) ==
      ((Vector("colls/c"), "spark.cosmos.read.customQuery", false)))
  }

  // rows: connector.mongo
  test("a write to MongoDB names its collection beside a pipeline for reads") {
    val options = ConnectorOptions(Seq(
      "connection.uri" -> "mongodb://h",
      "database" -> "d",
      "collection" -> "c",
      "spark.mongodb.read.aggregation.pipeline" -> "[{}]"
    ))
    assert(Mongo.sink(options, None.orNull) ==
      RemoteDataset.Tables(Vector(DatasetId("mongodb://h:27017", "d.c"))))
  }

  // rows: connector.bigquery
  test("the filter of a read from BigQuery is the condition of a query") {
    val options = ConnectorOptions(Seq("table" -> "p.d.t", "filter" -> "a > 1"))
    BigQuery.source(options) match {
      case query: RemoteDataset.Query =>
        assert(query.text == "SELECT * FROM `p.d.t` WHERE a > 1")
        assert(query.dataset(Vector("p.d.t")) == DatasetId("bigquery", "p.d.t"))
      case other => fail(other.toString)
    }
  }
}

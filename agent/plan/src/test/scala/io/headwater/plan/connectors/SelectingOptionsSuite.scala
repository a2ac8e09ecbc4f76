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

  test("the resource of a search engine may contain a query, which is no part of the name of an index") {
    def read(resource: String) = Elasticsearch.source(ConnectorOptions(Seq("es.resource" -> resource)))
    val logs = RemoteDataset.table(DatasetId("elasticsearch://localhost:9200", "logs"))
    val selected = logs.selectedBy("es.resource", sameColumns = true)
    assert(read("logs/_doc?q=user:bob,ann") == selected)
    assert(read("logs/_search?q=user:bob") == selected)
    assert(read("logs/?q=a/b") == selected)
    assert(read("logs/_search?q=*") == logs)
  }

  test("a pattern in the resource of a search engine names no index") {
    def reason(of: RemoteDataset) = of match {
      case RemoteDataset.Unresolved(reason) => reason
      case other => other.toString
    }
    def options(resource: String) = ConnectorOptions(Seq("path" -> resource))
    assert(reason(OpenSearch.source(options("logs-*"))) == "the options name indices by a pattern")
    assert(reason(OpenSearch.source(options("_all"))) == "the options name indices by a pattern")
    for (resource <- Seq("logs-{level}", "logs-{ts|yyyy.MM.dd}", "a,logs-{level}/_doc"))
      assert(reason(OpenSearch.sink(
        options(resource),
        None.orNull
      )) == "the rows or the time decide on the index")
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

package io.headwater.plan.connectors

import java.util.Collections

import com.microsoft.kusto.spark.datasource.{KustoCoordinates, KustoRelation}
import com.mongodb.spark.sql.connector.read.MongoMicroBatchStream
import com.mongodb.spark.sql.connector.{MongoTable, ReadConfig}
import org.apache.spark.sql.connector.kinesis.{KinesisOptions, KinesisV2MicrobatchStream}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset}
import io.headwater.plan.session.SessionContext

/** The datasets of relations, tables and streams that have no options. */
final class NamesInRelationsSuite extends AnyFunSuite {
  private def resolved(relation: AnyRef, conf: (String, String)*): RemoteDataset =
    Connectors.resolve(relation, ConnectorOptions(Nil))(_.source(_)).get(SessionContext(conf =
      conf.toMap.get
    ))

  private def table(namespace: String, name: String) =
    RemoteDataset.Tables(Vector(DatasetId(namespace, name)))

  // rows: connector.kusto
  test("a relation of Azure Data Explorer has the cluster, the database and the query") {
    val coordinates = KustoCoordinates("https://c.kusto.windows.net", "d")
    assert(resolved(KustoRelation(coordinates, "t")) == table("azurekusto://c.kusto.windows.net/d", "t"))
    assert(resolved(KustoRelation(coordinates, "t | take 3")).isInstanceOf[RemoteDataset.Unresolved])
  }

  // rows: connector.mongo
  test(
    "a table of MongoDB's catalog has the name of its collection, not that of the application's settings"
  ) {
    val names = new java.util.HashMap[String, String]
    names.put("spark.mongodb.read.database", "shop")
    names.put("spark.mongodb.read.collection", "customers")
    val uris = Seq("read", "write").map(d => s"spark.mongodb.$d.connection.uri" -> "mongodb://h/shop.orders")
    assert(resolved(new MongoTable(new ReadConfig(names)), uris: _*) == table(
      "mongodb://h:27017",
      "shop.customers"
    ))
    val other = new MongoTable(Collections.emptyMap[String, String])
    assert(resolved(other, uris: _*) == table("mongodb://h:27017", "shop.orders"))
  }

  // rows: connector.mongo
  test("a batch of a MongoDB stream has its collections") {
    val names = new java.util.HashMap[String, String]
    names.put("spark.mongodb.read.connection.uri", "mongodb://u:PW1@h")
    names.put("database", "shop")
    names.put("collection", "orders,items")
    val stream = new MongoMicroBatchStream(new ReadConfig(names))
    val collections = Vector("shop.orders", "shop.items").map(DatasetId("mongodb://h:27017", _))
    assert(resolved(stream) == RemoteDataset.Tables(collections))
  }

  // rows: connector.kinesis
  test("a batch of a Kinesis stream has its endpoint and its name") {
    val options = KinesisOptions("https://kinesis.eu-west-1.amazonaws.com", "events")
    assert(resolved(KinesisV2MicrobatchStream(options)) ==
      table("kinesis://kinesis.eu-west-1.amazonaws.com", "events"))
  }
}

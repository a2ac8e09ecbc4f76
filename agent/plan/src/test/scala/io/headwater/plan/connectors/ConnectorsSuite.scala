package io.headwater.plan.connectors

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset}
import io.headwater.plan.session.SessionContext

/** The datasets that options name. The options are those in the documentation of each connector. */
final class ConnectorsSuite extends AnyFunSuite {

  private val named = Seq(
    (
      "net.snowflake.spark.snowflake.DefaultSource",
      "sfURL=https://Org-Acct.snowflakecomputing.com sfDatabase=DB sfSchema=S dbtable=T"
    ) ->
      DatasetId("snowflake://Org-Acct", "DB.S.T"),
    (
      "net.snowflake.spark.snowflake.DefaultSource",
      "sfURL=xy1.snowflakecomputing.com:443 sfDatabase=DB sfSchema=S dbtable=T"
    ) ->
      DatasetId("snowflake://xy1.us-west-1.aws", "DB.S.T"),
    (
      "net.snowflake.spark.snowflake.DefaultSource",
      "sfURL=xy1.eu-west-1.snowflakecomputing.com sfDatabase=DB sfSchema=S dbtable=T"
    ) ->
      DatasetId("snowflake://xy1.eu-west-1.aws", "DB.S.T"),
    (
      "net.snowflake.spark.snowflake.DefaultSource",
      "sfURL=xy1.eu-west-1.aws.snowflakecomputing.com sfDatabase=DB sfSchema=S dbtable=O.U"
    ) ->
      DatasetId("snowflake://xy1.eu-west-1.aws", "DB.O.U"),
    (
      "net.snowflake.spark.snowflake.DefaultSource",
      "sfURL=xy1.eu-west-1.snowflakecomputing.com sfDatabase=DB dbtable=T"
    ) ->
      DatasetId("snowflake://xy1.eu-west-1.aws", "DB.PUBLIC.T"),
    (
      "net.snowflake.spark.snowflake.DefaultSource",
      "sfURL=xy1.eu-west-1.snowflakecomputing.com sfDatabase=\"db\" sfSchema=\"mySchema\" dbtable=T"
    ) ->
      DatasetId("snowflake://xy1.eu-west-1.aws", "db.mySchema.T"),
    ("com.google.cloud.spark.bigquery.BigQueryRelationProvider", "table=p:d.t") -> DatasetId(
      "bigquery",
      "p.d.t"
    ),
    ("com.google.cloud.spark.bigquery.BigQueryRelationProvider", "path=d.t parentProject=p") -> DatasetId(
      "bigquery",
      "p.d.t"
    ),
    ("com.google.cloud.spark.bigquery.BigQueryRelationProvider", "table=example.com:p.d.t") -> DatasetId(
      "bigquery",
      "example.com:p.d.t"
    ),
    (
      "com.google.cloud.spark.bigquery.BigQueryRelationProvider",
      "path=d.t spark.datasource.bigquery.parentProject=p"
    ) -> DatasetId("bigquery", "p.d.t"),
    ("com.google.cloud.spark.bigquery.BigQueryRelationProvider", "table=t dataset=d project=p") -> DatasetId(
      "bigquery",
      "p.d.t"
    ),
    (
      "io.github.spark_redshift_community.spark.redshift.DefaultSource",
      "url=jdbc:redshift://h:5439/dev?user=u&password=PW1 dbtable=public.t"
    ) ->
      DatasetId("redshift://h:5439", "dev.public.t"),
    (
      "com.databricks.spark.sqldw.DefaultSource",
      "url=jdbc:sqlserver://h:1433;database=dw;password=PW1 dbTable=dbo.t"
    ) ->
      DatasetId("sqlserver://h:1433", "dw.dbo.t"),
    ("com.mongodb.spark.sql.connector.MongoTable", "connection.uri=mongodb://u:PW1@h/shop.orders") ->
      DatasetId("mongodb://h:27017", "shop.orders"),
    ("com.mongodb.spark.sql.connector.MongoTable", "connection.uri=mongodb://h,i:1/s.system.profile?w=1") ->
      DatasetId("mongodb://h:27017", "s.system.profile"),
    (
      "com.mongodb.spark.sql.connector.MongoTable",
      "spark.mongodb.read.connection.uri=mongodb+srv://u:PW1@h.net spark.mongodb.read.database=d collection=c"
    ) ->
      DatasetId("mongodb://h.net", "d.c"),
    ("org.elasticsearch.spark.sql.DefaultSource15", "es.nodes=h1,h2 es.resource=orders/_doc") -> DatasetId(
      "elasticsearch://h1:9200",
      "orders"
    ),
    (
      "org.opensearch.spark.sql.DefaultSource",
      "opensearch.nodes=h1,h2 opensearch.port=9201 es.nodes=h3 path=orders"
    ) -> DatasetId("elasticsearch://h1:9201", "orders"),
    (
      "org.apache.spark.sql.cassandra.DefaultSource",
      "spark.cassandra.connection.host=h keyspace=k table=t"
    ) ->
      DatasetId("cassandra://h:9042", "k.t"),
    (
      "com.azure.cosmos.spark.CosmosItemsDataSource",
      "spark.cosmos.accountEndpoint=https://acct.documents.azure.com:443/ spark.cosmos.database=d spark.cosmos.container=c spark.cosmos.accountKey=PW1"
    ) ->
      DatasetId("azurecosmos://acct.documents.azure.com/dbs/d", "colls/c"),
    (
      "com.microsoft.kusto.spark.datasource.DefaultSource",
      "kustoCluster=https://c.kusto.windows.net kustoDatabase=d kustoTable=t"
    ) ->
      DatasetId("azurekusto://c.kusto.windows.net/d", "t"),
    (
      "com.microsoft.kusto.spark.datasource.DefaultSource",
      "kustoCluster=https://ingest-c.kusto.windows.net kustoDatabase=d kustoTable=t"
    ) ->
      DatasetId("azurekusto://c.kusto.windows.net/d", "t"),
    (
      "com.microsoft.kusto.spark.datasource.DefaultSource",
      "kustoCluster=https://x.z9.kusto.fabric.microsoft.com kustoDatabase=d kustoTable=t"
    ) ->
      DatasetId("azurekusto://x.z9.kusto.fabric.microsoft.com/d", "t"),
    (
      "com.microsoft.kusto.spark.datasource.DefaultSource",
      "kustoCluster=c.westeurope kustoDatabase=d kustoTable=t"
    ) ->
      DatasetId("azurekusto://c.westeurope.kusto.windows.net/d", "t"),
    (
      "org.apache.spark.sql.connector.kinesis.KinesisV2Table",
      "kinesis.streamName=events kinesis.endpointUrl=https://kinesis.eu-west-1.amazonaws.com"
    ) -> DatasetId("kinesis://kinesis.eu-west-1.amazonaws.com", "events"),
    (
      "org.apache.spark.sql.connector.kinesis.KinesisV2Table",
      "kinesis.streamName=events kinesis.endpointUrl=http://h:4566"
    ) -> DatasetId("kinesis://h:4566", "events"),
    ("org.elasticsearch.spark.sql.DefaultSource15", "es_nodes=h es.resource.read=a es.resource.write=b") ->
      DatasetId("elasticsearch://h:9200", "a"),
    (
      "com.google.cloud.spark.spanner.SpannerTable",
      "projectId=p instanceId=i databaseId=d table=t"
    ) -> DatasetId("spanner://p:i", "d.t"),
    ("org.apache.spark.sql.pulsar.PulsarProvider", "service.url=pulsar://h topic=t") -> DatasetId(
      "pulsar://h:6650",
      "persistent://public/default/t"
    ),
    (
      "org.apache.spark.sql.pulsar.PulsarProvider",
      "service.url=pulsar+ssl://h:6651 topics=non-persistent://a/b/t-partition-0,non-persistent://a/b/t-partition-1"
    ) -> DatasetId("pulsar://h:6651", "non-persistent://a/b/t"),
    (
      "org.neo4j.spark.DataSource",
      "url=neo4j+s://u:PW1@h labels=:Person:Customer database=shop"
    ) -> DatasetId(
      "neo4j://h:7687",
      "shop.Person:Customer"
    ),
    ("org.neo4j.spark.DataSource", "url=bolt://h:7000 relationship=BOUGHT") -> DatasetId(
      "neo4j://h:7000",
      "BOUGHT"
    ),
    (
      "com.clickhouse.spark.ClickHouseTableProvider",
      "host=H http_port=8443 table=t password=PW1"
    ) -> DatasetId(
      "clickhouse://h:8443",
      "default.t"
    ),
    (
      "org.apache.spark.sql.kafka010.KafkaSourceProvider",
      "kafka.bootstrap.servers=SASL_SSL://b1:9093,b2 subscribe=t"
    ) -> DatasetId("kafka://b1:9093", "t"),
    (
      "org.apache.spark.sql.kafka010.KafkaSourceProvider",
      "kafka.bootstrap.servers=[2001:DB8::1],b2:9093 subscribe=t"
    ) -> DatasetId("kafka://[2001:db8::1]:9092", "t"),
    (
      "org.apache.spark.sql.kafka010.KafkaSourceProvider",
      "kafka.bootstrap.servers=b1:9093,SASL_SSL://b2:9093 subscribe=t"
    ) -> DatasetId("kafka://b1:9093", "t"),
    (
      "org.elasticsearch.spark.sql.DefaultSource15",
      "es.nodes=a:9201,https://u:PW1@b:9200/p es.resource=orders"
    ) -> DatasetId("elasticsearch://a:9201", "orders"),
    (
      "org.apache.spark.sql.pulsar.PulsarProvider",
      "service.url=pulsar://u:PW1@H1,pulsar://u:PW1@h2:6651,h3/p topic=t"
    ) -> DatasetId("pulsar://h1:6650", "persistent://public/default/t"),
    (
      "com.azure.cosmos.spark.CosmosItemsDataSource",
      "spark.cosmos.accountEndpoint=https://[::1]:8081/ spark.cosmos.database=d spark.cosmos.container=c"
    ) -> DatasetId("azurecosmos://[::1]/dbs/d", "colls/c")
  )

  for (((source, options), id) <- named) {
    val (name, shown) = (source.split('.').last, options.replace("PW1", "*"))

    // rows: connector.bigquery connector.snowflake connector.mongo connector.cosmos connector.kusto connector.clickhouse connector.others
    test(s"the options of $name: $shown") {
      assert(resolved(source, options) == RemoteDataset.Tables(Vector(id)))
    }
  }

  // rows: connector.kafka
  test("each topic is a dataset, for every option that names topics") {
    def topics(options: String) = resolved(
      "org.apache.spark.sql.kafka010.KafkaSourceProvider",
      s"kafka.bootstrap.servers=h $options"
    ) match {
      case RemoteDataset.Tables(ids) => ids.map(id => s"${id.namespace} ${id.name}")
      case _ => Vector("none")
    }
    assert(topics("subscribe=a,b") == Vector("kafka://h:9092 a", "kafka://h:9092 b"))
    assert(topics("assign={\"a\":[0,1],\"b.c\":[2]}") == Vector("kafka://h:9092 a", "kafka://h:9092 b.c"))
    assert(topics("subscribePattern=x.* endingOffsets={\"xa\":{\"0\":-1},\"xb\":{\"0\":5}}") == Vector(
      "kafka://h:9092 xa",
      "kafka://h:9092 xb"
    ))
    assert(topics("subscribePattern=x.*") == Vector("none"))
  }

  test("the option topic of Kafka is one of writes") {
    def read(options: String) =
      resolved("org.apache.spark.sql.kafka010.KafkaSourceProvider", s"kafka.bootstrap.servers=h $options")
    assert(read("subscribe=in topic=out") == RemoteDataset.Tables(Vector(DatasetId("kafka://h:9092", "in"))))
    assert(read("topic=out").isInstanceOf[RemoteDataset.Unresolved])
  }

  test("a colon without a port leaves the default port") {
    assert(Kafka.namespace("h:") == "kafka://h:9092")
    assert(Kafka.namespace("[2001:DB8::1]") == "kafka://[2001:db8::1]:9092")
  }

  test("the reason is given if the options name no dataset") {
    def reason(source: String, options: String) = resolved(source, options) match {
      case RemoteDataset.Unresolved(reason) => reason
      case other => other.toString
    }
    val pulsar = "org.apache.spark.sql.pulsar.PulsarProvider"
    assert(reason(pulsar, "service.url=pulsar://h topicsPattern=a.*").contains("pattern"))
    assert(reason(pulsar, "topic=a").contains("no option names a service"))
    assert(reason("org.neo4j.spark.DataSource", "url=bolt://h query=MATCH(n)").contains("Cypher"))
  }

  // rows: connector.mongo connector.others
  test("a read may name several collections or indices") {
    def names(source: String, options: String) = resolved(source, options) match {
      case RemoteDataset.Tables(ids) => ids.map(_.name)
      case other => Vector(other.toString)
    }
    val mongo = "com.mongodb.spark.sql.connector.MongoTable"
    assert(names(mongo, "connection.uri=mongodb://h database=d collection=a,b\\,c") == Vector("d.a", "d.b,c"))
    assert(names(
      mongo,
      "connection.uri=mongodb://h database=d collection=*"
    ).head.contains("all collections"))
    assert(names("org.elasticsearch.spark.sql.DefaultSource15", "es.resource=a,b") == Vector("a", "b"))
  }

  // rows: connector.others
  test("a write to Elasticsearch has an index of its own") {
    val options = ConnectorOptions(Seq("es.resource" -> "a", "es.resource.write" -> "b"))
    val written = RemoteDataset.Tables(Vector(DatasetId("elasticsearch://localhost:9200", "b")))
    assert(Elasticsearch.sink(options, None.orNull) == written)
  }

  test("MongoDB's settings for reads and those for writes may name two collections") {
    def uri(use: String, name: String) = s"spark.mongodb.$use.connection.uri" -> s"mongodb://h/shop.$name"
    val options = ConnectorOptions(Seq(uri("read", "orders"), uri("write", "sums")))
    def collection(name: String) = RemoteDataset.table(DatasetId("mongodb://h:27017", s"shop.$name"))
    assert(Mongo.source(options) == collection("orders"))
    assert(Mongo.sink(options, None.orNull) == collection("sums"))
  }

  // rows: connector.bigquery
  test("the project of BigQuery may be a setting of Hadoop") {
    val session = SessionContext(hadoop = Map("fs.gs.project.id" -> "p").get)
    val options = ConnectorOptions(Seq("path" -> "d.t"))
    assert(Connectors.resolveFormat("bigquery", options, session) ==
      Some(RemoteDataset.Tables(Vector(DatasetId("bigquery", "p.d.t")))))
  }

  // rows: connector.others
  test("OpenSearch, by settings of the application") {
    val settings = Map("spark.opensearch.nodes" -> "h1,h2", "spark.es.nodes" -> "h3")
    val options = ConnectorOptions(Seq("path" -> "orders"))
    assert(Connectors.resolveFormat("opensearch", options, SessionContext(conf = settings.get)) ==
      Some(RemoteDataset.Tables(Vector(DatasetId("elasticsearch://h1:9200", "orders")))))
  }

  test("options can name the dataset") {
    val options =
      ConnectorOptions(Seq("openlineage.dataset.namespace" -> "ns", "openlineage.dataset.name" -> "n"))
    assert(Connectors.declaredId(options).contains(DatasetId("ns", "n")))
  }

  test("a class that belongs to no connector") {
    assert(Connectors.forClass("com.example.Source").isEmpty)
  }

  private def resolved(source: String, options: String): RemoteDataset = {
    val pairs = options.split(' ').map(o => o.takeWhile(_ != '=') -> o.dropWhile(_ != '=').drop(1))
    Connectors.forClass(
      source
    ).map(_.source(ConnectorOptions(pairs))).getOrElse(RemoteDataset.Unresolved("no connector"))
  }
}

package io.headwater.plan.connectors

import java.net.InetSocketAddress
import java.util.Locale.ROOT

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{ConnectorOptions, PackagedConnector, RemoteDataset}
import io.headwater.redaction.Redactor
import io.headwater.util.{Accessors, ClassNames}

/** A connector whose options name a place and something in it, and nothing else that matters. */
abstract class Store(prefixes: String*) extends PackagedConnector(prefixes: _*) {
  def id(options: ConnectorOptions): Option[DatasetId]

  def remote(options: ConnectorOptions): RemoteDataset =
    id(options).fold[RemoteDataset](
      RemoteDataset.Nameless("the options do not name what is read or written")
    )(RemoteDataset.table)
}

private object Store {

  /** The hosts of an address, without scheme, user, path and parameters, each with a port. */
  def hosts(address: String, port: Int): String = {
    val scheme = address.indexOf("://")
    val bare = Redactor.default.bare(if (scheme < 0) s"x://$address" else address)
    bare.substring(bare.indexOf("://") + 3).takeWhile(c => c != '/' && c != '?').toLowerCase(ROOT).split(',')
      .map(h => if (h.lastIndexOf(':') > h.lastIndexOf(']')) h else s"$h:$port").mkString(",")
  }
}

/** Settings of the application may tell reads and writes apart; a table does not say which of them it is for. */
object Mongo extends Store("com.mongodb.spark.sql.") {
  override val shortNames: Set[String] = Set("mongodb", "mongo")
  private val sides = Vector("spark.mongodb.read.", "spark.mongodb.write.")

  override val settings: Vector[String] =
    for (before <- sides :+ "spark.mongodb."; name <- Vector("connection.uri", "database", "collection"))
      yield before + name

  def id(options: ConnectorOptions): Option[DatasetId] = {
    val found = sides.flatMap(id(options, _)).distinct
    if (found.size == 1) found.headOption else None
  }

  private def id(options: ConnectorOptions, side: String): Option[DatasetId] = {
    def option(name: String) = options(name, side + name, s"spark.mongodb.$name")
    for {
      uri <- option("connection.uri")
      path = Redactor.default.bare(uri).replaceFirst("^\\w+(\\+srv)?://[^/]*/?", "").split('.')
      database <- option("database").orElse(path.lift(0)).filter(_.nonEmpty)
      collection <- option("collection").orElse(path.lift(1))
    } yield DatasetId(s"mongodb://${host(uri)}", s"$database.$collection")
  }

  /** An address by DNS has no ports of its own. */
  private def host(uri: String): String =
    if (uri.startsWith("mongodb+srv:")) Store.hosts(uri, 27017).stripSuffix(":27017")
    else Store.hosts(uri, 27017)
}

object Elasticsearch extends Store("org.elasticsearch.spark.sql.", "org.opensearch.spark.sql.") {
  override val shortNames: Set[String] = Set("es", "opensearch")
  override val settings: Vector[String] = Vector("es.nodes", "es.port", "spark.es.nodes", "spark.es.port")

  def id(options: ConnectorOptions): Option[DatasetId] =
    for (resource <- option(options, "resource").orElse(options("path"))) yield {
      val port = option(options, "port").flatMap(p => scala.util.Try(p.toInt).toOption).getOrElse(9200)
      val first = option(options, "nodes").getOrElse("localhost").split(',')(0)
      DatasetId(s"elasticsearch://${Store.hosts(first, port)}", resource.stripSuffix("/_doc"))
    }

  private def option(options: ConnectorOptions, name: String): Option[String] =
    options(Seq("", "es.", "spark.es.", "opensearch.").map(_ + name): _*)
}

object Cassandra extends Store("com.datastax.spark.connector.", "org.apache.spark.sql.cassandra.") {
  override val shortNames: Set[String] = Set("org.apache.spark.sql.cassandra")
  override val settings: Vector[String] =
    Vector("spark.cassandra.connection.host", "spark.cassandra.connection.port")

  /** A table knows its own name and the servers that it is read from, whoever has set them. */
  override def kept(source: AnyRef): Map[String, String] =
    if (!ClassNames.isA(source, "com.datastax.spark.connector.datasource.CassandraTable")) Map.empty
    else {
      val table = new Accessors(source)
      val metadata = new Accessors(table.value[AnyRef]("metadata"))
      def name(part: String) = new Accessors(metadata.value[AnyRef](part)).value[String]("asInternal")
      val conf = new Accessors(new Accessors(table.value[AnyRef]("connector")).value[AnyRef]("conf"))
      val servers = new Accessors(conf.value[AnyRef]("contactInfo"))
      val first =
        if (servers.has("hosts")) servers.value[Set[InetSocketAddress]]("hosts").headOption else None
      Map("keyspace" -> name("getKeyspace"), "table" -> name("getName")) ++
        first.toVector.flatMap(s =>
          Vector(
            "spark.cassandra.connection.host" -> s.getHostString,
            "spark.cassandra.connection.port" -> s.getPort.toString
          )
        )
    }

  def id(options: ConnectorOptions): Option[DatasetId] =
    for (
      table <- options("table"); keyspace <- options("keyspace");
      host <- options("spark.cassandra.connection.host")
    )
      yield {
        val port = options("spark.cassandra.connection.port").flatMap(p => scala.util.Try(p.toInt).toOption)
        DatasetId(
          s"cassandra://${Store.hosts(host.split(',')(0), port.getOrElse(9042))}",
          s"$keyspace.$table"
        )
      }
}

object Cosmos extends Store("com.azure.cosmos.spark.") {
  override val shortNames: Set[String] = Set("cosmos.oltp", "cosmos.olap", "cosmos.oltp.changefeed")
  private val parts = Vector("accountEndpoint", "database", "container").map("spark.cosmos." + _)
  override val settings: Vector[String] = parts

  /** A table of the connector's own catalog is read without options; it holds what they would say, keys and all. */
  override def kept(source: AnyRef): Map[String, String] =
    if (!tables.exists(ClassNames.isA(source, _))) Map.empty
    else {
      val all = new Accessors(source).field[collection.Map[String, String]]("effectiveUserConfig")
      parts.flatMap(part => all.get(part).map(part -> _)).toMap
    }

  private val tables = Vector("ItemsReadOnlyTable", "ChangeFeedTable").map("com.azure.cosmos.spark." + _)

  def id(options: ConnectorOptions): Option[DatasetId] =
    for {
      endpoint <- options("spark.cosmos.accountEndpoint")
      database <- options("spark.cosmos.database")
      container <- options("spark.cosmos.container")
      host = Store.hosts(endpoint, 443).takeWhile(_ != ':')
    } yield DatasetId(s"azurecosmos://$host/dbs/$database", s"colls/$container")
}

/** Azure Data Explorer. A query in its own language has no table that could be read off it. */
object Kusto extends Store("com.microsoft.kusto.spark.") {
  override val shortNames: Set[String] = Set("kusto")

  def id(options: ConnectorOptions): Option[DatasetId] =
    for {
      cluster <- options("kustoCluster")
      database <- options("kustoDatabase")
      table <-
        options("kustoTable").orElse(options("kustoQuery").filterNot(_.exists(c => c == '|' || c == ' ')))
      host = Store.hosts(cluster, 443).takeWhile(_ != ':').stripSuffix(".kusto.windows.net")
    } yield DatasetId(s"azurekusto://$host.kusto.windows.net/$database", table)
}

object Spanner extends Store("com.google.cloud.spark.spanner.") {
  override val shortNames: Set[String] = Set("cloud-spanner")

  def id(options: ConnectorOptions): Option[DatasetId] =
    for {
      project <- options("projectId")
      instance <- options("instanceId")
      database <- options("databaseId")
      table <- options("table")
    } yield DatasetId(s"spanner://$project:$instance", s"$database.$table")
}

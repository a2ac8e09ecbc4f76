package io.headwater.plan.connectors

import java.net.InetSocketAddress

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions
import io.headwater.util.{Accessors, ClassNames}

/** The Cassandra connector. A dataset is a table, `keyspace.table`, in the namespace of the first host. */
object Cassandra
    extends SingleDatasetConnector("com.datastax.spark.connector.", "org.apache.spark.sql.cassandra.") {
  override val shortNames: Set[String] = Set("org.apache.spark.sql.cassandra")
  override val confKeys: Vector[String] =
    Vector("spark.cassandra.connection.host", "spark.cassandra.connection.port")

  /** The name of a table and the server that it is read from. A table has both, even if they come from
    * settings of its catalog.
    */
  override def relationOptions(relation: AnyRef): Map[String, String] =
    if (!ClassNames.isA(relation, "com.datastax.spark.connector.datasource.CassandraTable")) Map.empty
    else {
      val table = new Accessors(relation)
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
          s"cassandra://${HostPorts.first(host, port.getOrElse(9042))}",
          s"$keyspace.$table"
        )
      }
}

package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}

/** The Neo4j connector. A dataset is the nodes with given labels, or the relationships of a type, in the
  * namespace of the server. If the options name no database, the driver uses the user's default database,
  * whose name is unknown here.
  */
object Neo4j extends Connector("org.neo4j.spark.") {
  override val confKeys: Vector[String] = Vector("neo4j.url", "neo4j.database")

  def source(options: ConnectorOptions): RemoteDataset = {
    val pattern = options("labels").map(_.stripPrefix(":")).orElse(options("relationship"))
    (options("url", "neo4j.url"), pattern) match {
      case _ if options("query").isDefined =>
        RemoteDataset.Unresolved("the labels and relationships of a Cypher query are unknown")
      case (Some(url), Some(name)) =>
        val database = options("database", "neo4j.database").fold("")(_ + ".")
        RemoteDataset.table(DatasetId(s"neo4j://${HostPorts.first(url, 7687)}", database + name))
      case _ => RemoteDataset.Unresolved("the options name no dataset")
    }
  }
}

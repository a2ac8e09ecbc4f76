package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions
import io.headwater.redaction.Redactor

/** The MongoDB connector. A dataset is a collection, `database.collection`, in the namespace of the server.
  *
  * The application's settings can differ for reads and writes, and a table does not show whether it is read
  * or written. So the dataset is known only if both directions name the same collection.
  */
object Mongo extends SingleDatasetConnector("com.mongodb.spark.sql.") {
  override val shortNames: Set[String] = Set("mongodb", "mongo")
  private val directions = Vector("spark.mongodb.read.", "spark.mongodb.write.")

  override val confKeys: Vector[String] =
    for (prefix <- directions :+ "spark.mongodb."; name <- Vector("connection.uri", "database", "collection"))
      yield prefix + name

  def id(options: ConnectorOptions): Option[DatasetId] = {
    val collections = directions.flatMap(id(options, _)).distinct
    if (collections.size == 1) collections.headOption else None
  }

  private def id(options: ConnectorOptions, direction: String): Option[DatasetId] = {
    def option(name: String) = options(name, direction + name, s"spark.mongodb.$name")
    for {
      uri <- option("connection.uri")
      path = Redactor.default.bare(uri).replaceFirst("^\\w+(\\+srv)?://[^/]*/?", "").split('.')
      database <- option("database").orElse(path.lift(0)).filter(_.nonEmpty)
      collection <- option("collection").orElse(path.lift(1))
    } yield DatasetId(s"mongodb://${host(uri)}", s"$database.$collection")
  }

  /** The host of a URI. A DNS seed list address (`mongodb+srv`) has no port. */
  private def host(uri: String): String =
    if (uri.startsWith("mongodb+srv:")) HostPorts.host(uri)
    else HostPorts.of(uri, 27017)
}

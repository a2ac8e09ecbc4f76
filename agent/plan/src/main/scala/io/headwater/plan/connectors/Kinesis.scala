package io.headwater.plan.connectors

import java.net.URI

import scala.util.Try

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions
import io.headwater.util.{Accessors, ClassNames}

/** The connector of Amazon Kinesis. A dataset is a stream, in the namespace of its endpoint. */
object Kinesis extends SingleDatasetConnector("org.apache.spark.sql.connector.kinesis.") {
  override val shortNames: Set[String] = Set("aws-kinesis")
  private val parts = Vector("streamName", "endpointUrl")
  private val usualPorts = Set(-1, 80, 443)

  /** The stream of a batch has the parts of the name, not as options. */
  override def relationOptions(relation: AnyRef): Map[String, String] =
    if (!ClassNames.isA(relation, "org.apache.spark.sql.connector.kinesis.KinesisV2MicrobatchStream"))
      Map.empty
    else {
      val options = new Accessors(new Accessors(relation).field[AnyRef]("options"))
      parts.map(part => s"kinesis.$part" -> options.field[String](part)).toMap
    }

  def id(options: ConnectorOptions): Option[DatasetId] =
    for {
      stream <- options("kinesis.streamName")
      endpoint <- options("kinesis.endpointUrl").flatMap(text => Try(new URI(text)).toOption)
      host <- Option(endpoint.getHost)
      port = if (usualPorts(endpoint.getPort)) "" else s":${endpoint.getPort}"
    } yield DatasetId(s"kinesis://$host$port", stream)
}

package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions

/** The connectors of Elasticsearch and OpenSearch. A dataset is an index, in the namespace of the first
  * node.
  */
object Elasticsearch
    extends SingleDatasetConnector("org.elasticsearch.spark.sql.", "org.opensearch.spark.sql.") {
  override val shortNames: Set[String] = Set("es", "opensearch")
  override val confKeys: Vector[String] = Vector("es.nodes", "es.port", "spark.es.nodes", "spark.es.port")

  def id(options: ConnectorOptions): Option[DatasetId] =
    for (resource <- option(options, "resource").orElse(options("path"))) yield {
      val port = option(options, "port").flatMap(p => scala.util.Try(p.toInt).toOption).getOrElse(9200)
      val first = option(options, "nodes").getOrElse("localhost").split(',')(0)
      DatasetId(s"elasticsearch://${HostPorts.of(first, port)}", resource.stripSuffix("/_doc"))
    }

  private def option(options: ConnectorOptions, name: String): Option[String] =
    options(Seq("", "es.", "spark.es.", "opensearch.").map(_ + name): _*)
}

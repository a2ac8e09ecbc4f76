package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions

/** A connector of a search engine. A dataset is an index, in the namespace of the first node.
  *
  * @param format
  *   the short name of the connector, with which its options begin, too
  */
sealed abstract class SearchConnector(packageName: String, format: String)
    extends SingleDatasetConnector(packageName) {
  private val prefixes = Vector(s"$format.", s"spark.$format.")
  override val shortNames: Set[String] = Set(format)
  override val confKeys: Vector[String] = prefixes.flatMap(p => Vector(s"${p}nodes", s"${p}port"))

  def id(options: ConnectorOptions): Option[DatasetId] =
    for (resource <- option(options, "resource").orElse(options("path"))) yield {
      val port = option(options, "port").flatMap(p => scala.util.Try(p.toInt).toOption).getOrElse(9200)
      val nodes = option(options, "nodes").getOrElse("localhost")
      DatasetId(s"elasticsearch://${HostPorts.first(nodes, port)}", resource.stripSuffix("/_doc"))
    }

  private def option(options: ConnectorOptions, name: String): Option[String] =
    options(("" +: prefixes).map(_ + name): _*)
}

object Elasticsearch extends SearchConnector("org.elasticsearch.spark.sql.", "es")

/** The connector of OpenSearch, which began as a copy of that of Elasticsearch. */
object OpenSearch extends SearchConnector("org.opensearch.spark.sql.", "opensearch")

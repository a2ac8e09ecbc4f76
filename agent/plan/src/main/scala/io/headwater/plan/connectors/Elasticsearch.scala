package io.headwater.plan.connectors

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{Connector, ConnectorOptions, RemoteDataset}

/** A connector of a search engine. A dataset is an index, in the namespace of the first node. Options may have `_` for `.`,
  * and reads and writes may have an option each.
  *
  * @param format
  *   the short name of the connector, with which its options begin, too
  */
sealed abstract class SearchConnector(packageName: String, format: String)
    extends Connector(packageName) {
  private val prefixes = Vector(s"$format.", s"spark.$format.")
  override val shortNames: Set[String] = Set(format)
  override val confKeys: Vector[String] =
    for (prefix <- prefixes; name <- Vector("nodes", "port", "query")) yield prefix + name

  def source(options: ConnectorOptions): RemoteDataset = {
    val (names, query) = resource(options, "resource.read")
    val all = indices(options, names)
    val selecting = Vector(s"$format.resource" -> query, s"$format.query" -> option(options, "query"))
    selecting.collectFirst { case (name, Some(value)) if value != allDocuments => name }
      .fold(all)(all.selectedBy(_, sameColumns = true))
  }

  override def sink(options: ConnectorOptions, query: LogicalPlan): RemoteDataset =
    indices(options, resource(options, "resource.write")._1)

  private val allDocuments = "?q=*"

  /** The indices and the query of a resource, `index/_search?q=…`. The connector leaves out what stands between both. */
  private def resource(options: ConnectorOptions, name: String): (String, Option[String]) = {
    val all = option(options, name, "resource").orElse(options("path")).getOrElse("")
    all.indexOf('?') match {
      case at if at > 0 => all.take(at).replaceFirst("/[^/]*$", "") -> Some(all.drop(at))
      case _ => all -> None
    }
  }

  private def option(all: ConnectorOptions, names: String*): Option[String] = {
    val options = ConnectorOptions(all.toMap.map { case (key, value) => key.replace('_', '.') -> value })
    options(names.flatMap(name => ("" +: prefixes).map(_ + name)): _*)
  }

  /** A write may take the name of the index from each row, `logs-{level}`, and any name may have a date, `<logs-{now/d}>`. */
  private def indices(options: ConnectorOptions, resource: String): RemoteDataset = {
    def option(names: String*) = this.option(options, names: _*)
    val port = option("port").flatMap(p => scala.util.Try(p.toInt).toOption).getOrElse(9200)
    val namespace = s"elasticsearch://${HostPorts.first(option("nodes").getOrElse("localhost"), port)}"
    val names = resource.split(',').toVector.map(_.trim.stripSuffix("/_doc")).filter(_.nonEmpty)
    if (names.isEmpty) RemoteDataset.Unresolved("the options name no index")
    else if (resource.contains('{')) RemoteDataset.Unresolved("the rows or the time decide on the index")
    else if (resource.contains('*') || names.contains("_all"))
      RemoteDataset.Unresolved("the options name indices by a pattern")
    else RemoteDataset.Tables(names.map(DatasetId(namespace, _)))
  }
}

object Elasticsearch extends SearchConnector("org.elasticsearch.spark.sql.", "es")

/** The connector of OpenSearch, which began as a copy of that of Elasticsearch. */
object OpenSearch extends SearchConnector("org.opensearch.spark.sql.", "opensearch")

package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions

/** The connector of Azure Data Explorer. A dataset is a table, in the namespace of its cluster and
  * database. The tables of a query in the Kusto language are unknown, because that would need a parser of
  * the language.
  */
object Kusto extends SingleDatasetConnector("com.microsoft.kusto.spark.") {
  override val shortNames: Set[String] = Set("kusto")

  def id(options: ConnectorOptions): Option[DatasetId] =
    for {
      cluster <- options("kustoCluster")
      database <- options("kustoDatabase")
      table <-
        options("kustoTable").orElse(options("kustoQuery").filterNot(_.exists(c => c == '|' || c == ' ')))
      host = HostPorts.host(cluster).stripSuffix(".kusto.windows.net")
    } yield DatasetId(s"azurekusto://$host.kusto.windows.net/$database", table)
}

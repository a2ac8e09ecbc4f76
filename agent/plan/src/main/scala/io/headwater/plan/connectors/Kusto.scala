package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions
import io.headwater.util.{Accessors, ClassNames}

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
    } yield DatasetId(s"azurekusto://${host(cluster)}/$database", table)

  /** The host of a cluster, which is given by its address or by its name alone. `ingest-` is the other address of a cluster. */
  private def host(cluster: String): String = {
    val host = HostPorts.host(cluster).stripPrefix("ingest-")
    if (cluster.contains("://") || host.contains(".kusto.")) host else s"$host.kusto.windows.net"
  }

  /** A relation has no options, but the parts of the name and the query. */
  override def relationOptions(relation: AnyRef): Map[String, String] =
    if (!ClassNames.isA(relation, "com.microsoft.kusto.spark.datasource.KustoRelation")) Map.empty
    else {
      val fields = new Accessors(relation)
      val coordinates = new Accessors(fields.field[AnyRef]("kustoCoordinates"))
      Map(
        "kustoCluster" -> coordinates.field[String]("clusterUrl"),
        "kustoDatabase" -> coordinates.field[String]("database"),
        "kustoQuery" -> fields.field[String]("query")
      )
    }
}

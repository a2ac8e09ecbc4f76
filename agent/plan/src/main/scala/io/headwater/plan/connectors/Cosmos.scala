package io.headwater.plan.connectors

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.DatasetId
import io.headwater.plan.naming.{ConnectorOptions, RemoteDataset}
import io.headwater.util.{Accessors, ClassNames}

/** The connector of Azure Cosmos DB. A dataset is a container, in the namespace of its account and
  * database.
  */
object Cosmos extends SingleDatasetConnector("com.azure.cosmos.spark.") {
  override val shortNames: Set[String] = Set("cosmos.oltp", "cosmos.olap", "cosmos.oltp.changefeed")
  private val query = "spark.cosmos.read.customQuery"
  private val parts = Vector("accountEndpoint", "database", "container").map("spark.cosmos." + _)
  override val confKeys: Vector[String] = parts

  /** A table of the connector's catalog is read without options. It holds the configuration of the catalog,
    * including keys; only the parts of the name are taken.
    */
  override def relationOptions(relation: AnyRef): Map[String, String] =
    if (!tables.exists(ClassNames.isA(relation, _))) Map.empty
    else {
      val all = new Accessors(relation).field[collection.Map[String, String]]("effectiveUserConfig")
      parts.flatMap(part => all.get(part).map(part -> _)).toMap
    }

  private val tables = Vector("ItemsReadOnlyTable", "ChangeFeedTable").map("com.azure.cosmos.spark." + _)

  override def source(options: ConnectorOptions): RemoteDataset = {
    val container = super.source(options)
    options(query).fold(container)(_ => container.selectedBy(query, sameColumns = false))
  }

  override def sink(options: ConnectorOptions, query: LogicalPlan): RemoteDataset = super.source(options)

  def id(options: ConnectorOptions): Option[DatasetId] =
    for {
      endpoint <- options("spark.cosmos.accountEndpoint")
      database <- options("spark.cosmos.database")
      container <- options("spark.cosmos.container")
      host = HostPorts.host(endpoint)
    } yield DatasetId(s"azurecosmos://$host/dbs/$database", s"colls/$container")
}

package io.headwater.plan.connectors

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions

/** The connector of Google Cloud Spanner. A dataset is a table, `database.table`, in the namespace of the
  * instance.
  */
object Spanner extends SingleDatasetConnector("com.google.cloud.spark.spanner.") {
  override val shortNames: Set[String] = Set("cloud-spanner")

  def id(options: ConnectorOptions): Option[DatasetId] =
    for {
      project <- options("projectId")
      instance <- options("instanceId")
      database <- options("databaseId")
      table <- options("table")
    } yield DatasetId(s"spanner://$project:$instance", s"$database.$table")
}

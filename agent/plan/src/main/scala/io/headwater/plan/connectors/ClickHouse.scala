package io.headwater.plan.connectors

import java.util.Locale.ROOT

import io.headwater.model.DatasetId
import io.headwater.plan.naming.ConnectorOptions

/** The ClickHouse connector. The options of a read or write have the same names as the settings of its
  * catalog.
  */
object ClickHouse extends SingleDatasetConnector("com.clickhouse.spark.", "xenon.clickhouse.") {
  override val shortNames: Set[String] = Set("clickhouse")

  private val nativeProtocols = Set("native", "tcp", "tcps")

  def id(options: ConnectorOptions): Option[DatasetId] =
    options("table").map(table =>
      DatasetId(namespace(options(_)), s"${options("database").getOrElse("default")}.$table")
    )

  /** The namespace of a server. Its port is the port of the protocol that the settings choose.
    *
    * @param setting
    *   the value of a setting or option, by name
    */
  def namespace(setting: String => Option[String]): String = {
    val port =
      if (setting("protocol").exists(p => nativeProtocols(p.toLowerCase(ROOT))))
        setting("tcp_port").getOrElse("9000")
      else setting("http_port").getOrElse("8123")
    s"clickhouse://${setting("host").getOrElse("localhost").toLowerCase(ROOT)}:$port"
  }
}

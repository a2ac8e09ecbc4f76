package io.headwater.plan.naming.jdbc

import java.util.Locale.ROOT

/** Server and database of SQL Server URLs: `jdbc:sqlserver://host\instance:1433;databaseName=db`, and
  * `jdbc:jtds:sqlserver://host:1433/db;instance=i` of jTDS.
  */
private[jdbc] object SqlServerUrls {

  def location(text: String, parameters: JdbcParameters): Option[JdbcLocation] = {
    val after = text.indexOf("://")
    val (address, path) = JdbcUrls.clean(text.substring(after.max(0)).stripPrefix("://")).span(_ != '/')
    val (server, port) = split(address)
    val host = Some(server.takeWhile(_ != '\\')).filter(_.nonEmpty).orElse(parameters("servername"))
    val instance = Some(server.dropWhile(_ != '\\').drop(1)).filter(_.nonEmpty)
      .orElse(parameters("instance")).orElse(parameters("instancename"))
    val database = parameters("databasename").orElse(parameters("database"))
      .orElse(Some(path.stripPrefix("/")).filter(_.nonEmpty))
    host.filter(_ => after > 0).map { h =>
      val at = port.orElse(parameters("portnumber")).orElse(parameters("port")).fold("")(":" + _)
      JdbcLocation(s"sqlserver://${h.toLowerCase(ROOT)}$at${instance.fold("")("/" + _)}", database)
    }
  }

  private def split(address: String): (String, Option[String]) = {
    val colon = address.lastIndexOf(':')
    if (colon < 0 || colon < address.lastIndexOf(']')) (address, None)
    else (address.substring(0, colon), Some(address.substring(colon + 1)))
  }
}

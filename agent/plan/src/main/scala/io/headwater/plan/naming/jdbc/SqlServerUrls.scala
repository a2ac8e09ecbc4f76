package io.headwater.plan.naming.jdbc

import java.util.Locale.ROOT

/** Server and database of SQL Server URLs: `jdbc:sqlserver://host\instance:1433;databaseName=db`, and
  * `jdbc:jtds:sqlserver://host:1433/db;instance=i` of jTDS.
  */
private[jdbc] object SqlServerUrls {

  def location(text: String, parameters: JdbcParameters): Option[JdbcLocation] = {
    val after = text.indexOf("://")
    val (address, path) = JdbcUrls.clean(text.substring(after.max(0)).stripPrefix("://")).span(_ != '/')
    val server = HostPort.withoutPort(address)
    val host = Some(server.takeWhile(_ != '\\')).filter(_.nonEmpty).orElse(parameters("servername"))
    val instance = Some(server.dropWhile(_ != '\\').drop(1)).filter(_.nonEmpty)
      .orElse(parameters("instance")).orElse(parameters("instancename"))
    val database = parameters("databasename").orElse(parameters("database"))
      .orElse(Some(path.stripPrefix("/")).filter(_.nonEmpty))
    host.filter(_ => after > 0).map { h =>
      val port = HostPort.portOf(address).orElse(parameters("portnumber")).orElse(parameters("port"))
      JdbcLocation(
        s"sqlserver://${h.toLowerCase(ROOT)}${port.fold("")(":" + _)}${instance.fold("")("/" + _)}",
        database
      )
    }
  }
}

package io.headwater.plan.naming.jdbc

import java.util.Locale.ROOT

import io.headwater.util.Iterators

/** Server and service of Oracle URLs: `jdbc:oracle:thin:@//host:1521/service`, `@host:1521:sid`,
  * `@(DESCRIPTION=…)`, `@ldap://host/service,cn=…`.
  */
private[jdbc] object OracleUrls {
  private val port = Some(1521)
  private val withoutUser = "^(?i)(jdbc:)?(oracle:)?(\\w+:)?/?@".r
  private val parameter = "\\?\\w+=".r
  private val host = "(?i)\\(\\s*HOST\\s*=\\s*([^)\\s]+)\\s*\\)".r
  private val portOf = "(?i)\\(\\s*PORT\\s*=\\s*(\\d+)\\s*\\)".r
  private val services = Vector("SERVICE_NAME", "SID", "INSTANCE_NAME")
    .map(key => s"(?i)\\(\\s*$key\\s*=\\s*([^)\\s]+)\\s*\\)".r)

  def location(text: String): Option[JdbcLocation] = {
    val descriptor = text.indexOf('(')
    if (descriptor >= 0 && host.findFirstIn(text).isDefined) Some(described(text.substring(descriptor)))
    else {
      val at = serverAt(text)
      if (at < 0) None else named(text.substring(at + 1).takeWhile(c => c != '?'))
    }
  }

  /** The index of the `@` before the server. A password before it and a parameter behind it, such as a folder, may have one,
    * too.
    */
  private def serverAt(text: String): Int = {
    val parameters = parameter.findFirstMatchIn(text).fold(text.length)(_.start)
    if (withoutUser.findFirstIn(text).isDefined) text.indexOf('@')
    else text.lastIndexOf('@', parameters) match {
      case -1 => text.lastIndexOf('@')
      case found => found
    }
  }

  /** The place of a TNS descriptor, with all its addresses. */
  private def described(text: String): JdbcLocation = {
    val addresses = text.split("(?i)\\(\\s*ADDRESS\\s*=").drop(1).toVector
    val hosts = (if (addresses.isEmpty) Vector(text) else addresses).flatMap { address =>
      host.findFirstMatchIn(address).map(h =>
        h.group(1) + ":" + portOf.findFirstMatchIn(address).fold("1521")(_.group(1))
      )
    }
    val service = Iterators.first(services.iterator.flatMap(_.findFirstMatchIn(text)).map(_.group(1)))
    JdbcLocation(s"oracle://${hosts.mkString(",").toLowerCase(ROOT)}", service)
  }

  private def named(connection: String): Option[JdbcLocation] = {
    val bare = connection.replaceFirst("^(?i)(\\w+:)?//", "").replaceFirst("^(?i)ldaps?:", "")
    val (address, path) = bare.span(_ != '/')
    val (hosts, sid) = withSid(address)
    val service = path.split('/').lastOption.map(_.takeWhile(c => c != ',' && c != ':')).filter(_.nonEmpty)
    if (hosts.isEmpty) None
    else Some(JdbcLocation(s"oracle://${JdbcUrls.hosts(hosts, port)}", service.orElse(sid)))
  }

  /** The address and the SID of `host:1521:sid`. The part after the last colon is a port if it is a number.
    */
  private def withSid(address: String): (String, Option[String]) = {
    val colon = address.lastIndexOf(':')
    val last = address.substring(colon + 1)
    if (colon < 0 || last.isEmpty || last.forall(_.isDigit) || last.contains("]")) (address, None)
    else (address.substring(0, colon), Some(last))
  }
}

package io.headwater.plan.naming.jdbc

import java.util.Locale.ROOT

import io.headwater.redaction.Redactor

/** Server and database of the JDBC URLs of all databases in the naming spec or in the published agent. User
  * names, passwords and parameters never become part of a name. A URL of an unknown form is its own
  * namespace, without them.
  */
object JdbcUrls {

  /** A database whose URLs have the standard form `jdbc:scheme://host:port,host:port/database?parameters`. */
  private final case class Server(namespace: String, port: Option[Int], levels: Int = 3)

  private val servers = Map(
    "postgresql" -> Server("postgres", Some(5432)),
    "mysql" -> Server("mysql", Some(3306), levels = 2),
    "mariadb" -> Server("mariadb", Some(3306), levels = 2),
    "redshift" -> Server("redshift", Some(5439)),
    "crate" -> Server("crate", Some(5432)),
    "db2" -> Server("db2", Some(6789)),
    "trino" -> Server("trino", Some(443)),
    "oceanbase" -> Server("oceanbase", Some(2881)),
    "clickhouse" -> Server("clickhouse", Some(8123), levels = 2),
    "ch" -> Server("clickhouse", Some(8123), levels = 2),
    "cassandra" -> Server("cassandra", Some(9042), levels = 2)
  )

  /** A path, which no other database has among its parameters. */
  private val derbyDatabase = "(?i);\\s*databaseName\\s*=([^;]+)".r

  private val userAndHost = "[^@:]+:[^@]*@[^@]+"

  /** The server and database of a URL.
    *
    * @param options
    *   the connection properties; some drivers take the database from there
    */
  def location(url: String, options: Map[String, String] = Map.empty): JdbcLocation = {
    val text = if (url.regionMatches(true, 0, "jdbc:", 0, 5)) url.substring(5) else url
    val scheme = text.takeWhile(c => c != ':' && c != '+').toLowerCase(ROOT)
    val parameters = JdbcParameters(text, options)
    val known = scheme match {
      case "oracle" => OracleUrls.location(text)
      case "sqlserver" | "jtds" => SqlServerUrls.location(text, parameters)
      case "teradata" => Some(teradata(clean(text), parameters))
      case "snowflake" => Some(snowflake(clean(text), parameters))
      case "derby" if clean(text) == "derby:" =>
        derbyDatabase.findFirstMatchIn(text).map(m => JdbcLocation(s"derby:${m.group(1).trim}", None))
      case "bigquery" => Some(JdbcLocation("bigquery", parameters("projectid")))
      case _ => withAddressList(text, scheme).orElse(standardForm(clean(withoutUsers(text)), scheme))
    }
    known.getOrElse(JdbcLocation(clean(text), None))
  }

  /** The URL without user, password and parameters. */
  private[jdbc] def clean(text: String): String =
    Redactor.default.bare(s"jdbc:$text").stripPrefix("jdbc:").stripSuffix("/")

  /** A list of hosts of which each has a user and a password, without them. In any other text a comma may be part of the
    * password, which the last `@` ends.
    */
  private def withoutUsers(text: String): String = {
    val start = text.indexOf("://") + 3
    val (authority, rest) = text.drop(start).span(c => c != '/' && c != '?')
    val hosts = authority.split(',')
    if (start < 3 || hosts.length < 2 || !hosts.forall(_.matches(userAndHost))) text
    else text.take(start) + hosts.map(h => h.drop(h.indexOf('@') + 1)).mkString(",") + rest
  }

  private def standardForm(text: String, scheme: String): Option[JdbcLocation] = {
    val at = text.indexOf("://")
    if (at < 0) None
    else {
      val server = servers.getOrElse(scheme, Server(scheme, None))
      val (authority, path) = text.substring(at + 3).span(_ != '/')
      val database = Some(path.stripPrefix("/")).filter(_.nonEmpty)
      if (authority.isEmpty) None
      else
        Some(JdbcLocation(s"${server.namespace}://${hosts(authority, server.port)}", database, server.levels))
    }
  }

  /** The place of `jdbc:mysql://address=(host=a)(port=1)(user=u)/db`, the other syntax of MySQL for hosts. */
  private def withAddressList(text: String, scheme: String): Option[JdbcLocation] = {
    val addresses = "(?i)[(,]\\s*host\\s*=\\s*([^),]+)(?:\\)?\\s*[(,]\\s*port\\s*=\\s*(\\d+))?".r
    val hostsAndPorts =
      addresses.findAllMatchIn(text).map(m => (m.group(1).trim, Option(m.group(2)))).toVector
    servers.get(scheme).filter(_ => hostsAndPorts.nonEmpty && text.contains("://")).map { server =>
      val hosts = hostsAndPorts.map { case (host, port) =>
        host + port.orElse(server.port.map(_.toString)).fold("")(":" + _)
      }
      val database =
        text.substring(text.lastIndexOf(')') + 1).stripPrefix("/").takeWhile(c => c != '?' && c != ';')
      val named = Some(database).filter(_.nonEmpty)
      JdbcLocation(s"${server.namespace}://${hosts.mkString(",").toLowerCase(ROOT)}", named, server.levels)
    }
  }

  /** All hosts of a failover list, each with its port. */
  private[jdbc] def hosts(authority: String, port: Option[Int]): String =
    authority.split("--|,").map(_.trim).filter(_.nonEmpty)
      .map(HostPort.withPort(_, port)).mkString(",").toLowerCase(ROOT)

  private def teradata(text: String, parameters: JdbcParameters): JdbcLocation = {
    val host = authority(text)
    val port = parameters("dbs_port").flatMap(p => scala.util.Try(p.toInt).toOption).getOrElse(1025)
    JdbcLocation(s"teradata://${hosts(host, Some(port))}", parameters("database"), levels = 2)
  }

  private def snowflake(text: String, parameters: JdbcParameters): JdbcLocation = {
    val namespace = SnowflakeAccount.namespace(SnowflakeAccount.of(text))
    JdbcLocation(namespace, parameters("db").orElse(parameters("database")), schema = parameters("schema"))
  }

  private def authority(text: String): String =
    text.substring(text.indexOf("://") + 3).takeWhile(_ != '/')
}

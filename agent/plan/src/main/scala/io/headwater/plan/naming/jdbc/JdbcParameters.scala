package io.headwater.plan.naming.jdbc

import java.util.Locale.ROOT

/** The parameters of a JDBC connection. Those of the URL come before the connection properties. Keys are
  * case-insensitive.
  */
final class JdbcParameters private (all: Map[String, String]) {

  /** The value of a parameter.
    *
    * @param key
    *   the name in lower case
    */
  def apply(key: String): Option[String] = all.get(key).map(_.trim).filter(_.nonEmpty)
}

object JdbcParameters {

  /** A name and its value. What is in braces is one value, which may contain separators: `password={a;database=b}`. */
  private val parameter = "(?:^|[;?&,/])([^;?&,/=]*)=(\\{[^}]*+(?:\\}\\}[^}]*+)*+\\}|[^;?&,/]*)".r

  def apply(url: String, options: Map[String, String]): JdbcParameters = {
    val start = url.indexOf("://") + 3
    val pairs = parameter.findAllMatchIn(url.substring(start.min(url.length))).toVector
      .map(found => found.group(1).trim -> unescaped(found.group(2))).filter(_._1.nonEmpty)
    def lower(m: Seq[(String, String)]) = m.map { case (k, v) => k.toLowerCase(ROOT) -> v }
    new JdbcParameters((lower(options.toVector) ++ lower(pairs.reverse)).toMap)
  }

  private def unescaped(value: String): String = value.trim.stripPrefix("{").stripSuffix("}")
}

package io.headwater.shell.naming

import io.headwater.util.Texts

/** The job description that the user has set with `sc.setJobDescription` or `sc.setJobGroup`. Descriptions that Spark
  * or a library sets are left out: the call site of a query, the SQL text (Spark's shells and servers), the batch of
  * a stream, the operation of a library.
  */
object JobDescriptions {
  private val maxLength = 65536
  private val batch = "runId = \\S{36}(\n|<br/>)batch = ".r.pattern
  private val sites = "\\S+ at (.*\\.\\w+|<[^>]*>):\\d+".r.pattern

  /** The beginnings of descriptions that Spark Connect, JDBC servers and Delta set on the user's thread. */
  private val systemDescriptions = Vector("Spark Connect - ", "Spark JDBC Server Query", "Delta: ")

  /** The call site that Spark has set as the description. */
  def callSite(description: Option[String]): Option[String] = description.filter(sites.matcher(_).matches)

  /** @param sql
    *   the statement; a description that is a (possibly truncated) copy of it is left out
    */
  def of(description: Option[String], sql: Option[String]): Option[String] =
    description.map(_.trim).filter(_.nonEmpty).filterNot { d =>
      sites.matcher(d).matches || batch.matcher(d).find || systemDescriptions.exists(d.startsWith(_)) ||
      sql.exists(_.trim.startsWith(d))
    }.map(Texts.bounded(_, maxLength))
}

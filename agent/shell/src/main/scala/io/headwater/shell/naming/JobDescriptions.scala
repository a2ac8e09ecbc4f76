package io.headwater.shell.naming

/** `sc.setJobDescription` and `sc.setJobGroup`, where it was the user who called them. Where nobody has, Spark names a query for its
  * call site; its shells and servers describe a query by its text, streams and libraries by what they are doing.
  */
object JobDescriptions {
  private val batch = "runId = \\S{36}(\n|<br/>)batch = ".r.pattern
  private val callSite = "\\S+ at (.*\\.\\w+|<[^>]*>):\\d+".r.pattern

  /** What Connect, JDBC servers and Delta set on the user's thread. */
  private val others = Vector("Spark Connect - ", "Spark JDBC Server Query", "Delta: ")

  /** `sql`: the statement itself says more than its copy, which Spark cuts. */
  def of(description: Option[String], sql: Option[String]): Option[String] =
    description.map(_.trim).filter(_.nonEmpty).filterNot { d =>
      callSite.matcher(d).matches || batch.matcher(d).find || others.exists(d.contains(_)) ||
      sql.exists(_.trim.startsWith(d))
    }
}

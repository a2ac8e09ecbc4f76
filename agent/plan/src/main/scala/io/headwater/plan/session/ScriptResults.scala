package io.headwater.plan.session

import io.headwater.plan.session.ScriptResults.{Types, maxResults}

/** The queries that scripts of one session have run. The rows of the last query of a script are its result, which later
  * plans have without the query. They are found by the names and types of their columns. If there are too many, the oldest
  * are removed.
  */
final class ScriptResults {
  private var newestFirst = Vector.empty[(Types, CachedLineage)]

  def add(types: Types, lineage: CachedLineage): Unit = {
    val query = types -> lineage
    newestFirst = (query +: newestFirst.filterNot(_ == query)).take(maxResults)
  }

  /** The lineage of rows that may be the result of a script. They may also be rows of the program, so it is opaque. */
  def of(types: => Types): Option[CachedLineage] = {
    lazy val wanted = types
    val possible = newestFirst.collect { case (found, lineage) if found == wanted => lineage.whole }
    if (possible.isEmpty) None else Some(CachedLineage.anyOf(possible).opaque)
  }

  def forgetAll(): Unit = newestFirst = Vector.empty
}

object ScriptResults {

  /** The name and the type of each column. */
  type Types = Vector[(String, String)]
  private val maxResults = 100
}

package io.headwater.plan.session

import io.headwater.plan.session.ScriptResults.{Types, maxLeftOut}
import io.headwater.util.BoundedMap

/** The queries that scripts of one session have run. The rows of the last query of a script are its result, which later
  * plans have without the query. They are found by the names and types of their columns. If there are too many, the oldest
  * are left out, and what such rows depend on is unknown.
  */
final class ScriptResults(maxResults: Int = 100) {
  private var newestFirst = Vector.empty[(Types, CachedLineage)]
  private val leftOut = new BoundedMap[Int, Unit](maxLeftOut) // the hashes of their types

  def add(types: Types, lineage: CachedLineage): Unit = {
    val query = types -> lineage
    val all = query +: newestFirst.filterNot(_ == query)
    newestFirst = all.take(maxResults)
    if (all.size > maxResults) leftOut(all.last._1.hashCode) = ()
  }

  /** The lineage of rows that may be the result of a script. They may also be rows of the program, so it is opaque. */
  def of(types: => Types): ScriptResult = {
    lazy val wanted = types
    val possible = newestFirst.collect { case (found, lineage) if found == wanted => lineage.whole }
    ScriptResult(
      if (possible.isEmpty) None else Some(CachedLineage.anyOf(possible).opaque),
      isLeftOut = !leftOut.isEmpty && leftOut.contains(wanted.hashCode)
    )
  }

  def forgetAll(): Unit = {
    newestFirst = Vector.empty
    leftOut.clear()
  }
}

/** @param lineage
  *   that of the results that are kept; None if no script has had such a result, or if it is left out
  * @param isLeftOut
  *   whether the result of an older script, which is left out, is possible, too
  */
final case class ScriptResult(lineage: Option[CachedLineage], isLeftOut: Boolean)

object ScriptResults {

  /** The name and the type of each column. */
  type Types = Vector[(String, String)]
  private val maxLeftOut = 10000
}

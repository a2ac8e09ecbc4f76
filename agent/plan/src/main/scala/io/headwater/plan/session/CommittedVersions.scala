package io.headwater.plan.session

import java.time.Instant

import io.headwater.model.QueryTime
import io.headwater.util.BoundedMap

/** The last version that a query of the application has committed to each table. A statement that changes no row commits
  * nothing; the times of files alone do not tell the version before it from its own. Not thread-safe: one thread reads all
  * plans.
  */
final class CommittedVersions(maxTables: Int = 10000) {
  private val last = new BoundedMap[String, (String, Instant)](maxTables)

  /** Whether a query can have committed a version: no query that ended before it began has done so. This one is remembered
    * then.
    *
    * @param table
    *   what identifies the table in its log
    */
  def accept(table: String, version: String, time: QueryTime): Boolean = {
    val before = last.get(table).filter(_._1 == version).map(_._2)
    val isNew = before.forall(time.start.isBefore)
    if (isNew) last(table) = version -> before.fold(time.end)(Seq(_, time.end).min)
    isNew
  }
}

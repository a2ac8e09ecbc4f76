package io.headwater.model

import java.time.Instant

/** The time in which a query ran.
  *
  * @param isExclusive
  *   whether no other query of the application has written to the same dataset in this time
  */
final case class QueryTime(start: Instant, end: Instant, isExclusive: Boolean = true)

/** What is known of an output once the query has ended.
  *
  * @param version
  *   the version that the query has created
  * @param sink
  *   the output, if the plan alone does not show its columns
  * @param gaps
  *   what is missing in this output
  */
final case class Commit(
    version: Option[String] = None,
    sink: Option[Sink] = None,
    gaps: Vector[Gap] = Vector.empty
)

package io.headwater.shell.handlers

import scala.collection.mutable

import io.headwater.shell.lifecycle.SparkExecution

/** The queries and streaming queries that run, by what they share if they run at the same time: the datasets that they
  * write to, or the plan that they execute. Used on the worker thread only.
  */
final class ConcurrentUse[A] {
  private val open = mutable.HashMap.empty[A, Vector[ConcurrentUse.Use[A]]]

  /** @param execution
    *   the query, or the one that it is a part of
    */
  def began(execution: SparkExecution, parts: Iterable[A]): ConcurrentUse.Use[A] = {
    val member = new ConcurrentUse.Use(Some(execution), parts.toVector.distinct)
    for (part <- member.parts) {
      val others = open.getOrElse(part, Vector.empty)
      for (other <- others if other.execution != member.execution) {
        other.isExclusive = false
        member.isExclusive = false
      }
      open(part) = others :+ member
    }
    member
  }

  def ended(member: ConcurrentUse.Use[A]): Unit =
    for (part <- member.parts; members <- open.get(part)) {
      val left = members.filterNot(_ eq member)
      if (left.isEmpty) open -= part else open(part) = left
    }
}

object ConcurrentUse {

  /** A query that runs. Used on the worker thread only. */
  final class Use[A] private[ConcurrentUse] (
      private[ConcurrentUse] val execution: Option[SparkExecution],
      private[ConcurrentUse] val parts: Vector[A]
  ) {

    /** Whether no other query has shared one of the parts with it. */
    var isExclusive = true
  }

  /** A query that shares nothing. */
  def none[A]: Use[A] = new Use(None, Vector.empty)
}

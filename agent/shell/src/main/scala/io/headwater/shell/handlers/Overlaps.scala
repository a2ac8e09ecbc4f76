package io.headwater.shell.handlers

import scala.collection.mutable

/** The queries and streaming queries that run, by what they share if they run at the same time: the datasets that they
  * write to, or the plan that they execute. Used on the worker thread only.
  */
final class Overlaps[A] {
  private val open = mutable.HashMap.empty[A, Vector[Overlaps.Member[A]]]

  /** @param id
    *   the query, or the one that it is a part of
    */
  def began(id: Long, parts: Iterable[A]): Overlaps.Member[A] = {
    val member = new Overlaps.Member(id, parts.toVector.distinct)
    for (part <- member.parts) {
      val others = open.getOrElse(part, Vector.empty)
      for (other <- others if other.id != id) {
        other.isAlone = false
        member.isAlone = false
      }
      open(part) = others :+ member
    }
    member
  }

  def ended(member: Overlaps.Member[A]): Unit =
    for (part <- member.parts; members <- open.get(part)) {
      val left = members.filterNot(_ eq member)
      if (left.isEmpty) open -= part else open(part) = left
    }
}

object Overlaps {

  /** A query that runs. Used on the worker thread only. */
  final class Member[A] private[Overlaps] (
      private[Overlaps] val id: Long,
      private[Overlaps] val parts: Vector[A]
  ) {

    /** Whether no other query has shared one of the parts with it. */
    var isAlone = true
  }

  /** A query that shares nothing. */
  def none[A]: Member[A] = new Member(-1, Vector.empty)
}

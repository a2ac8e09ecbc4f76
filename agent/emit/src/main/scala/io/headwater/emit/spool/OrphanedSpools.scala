package io.headwater.emit.spool

import scala.annotation.tailrec

import io.headwater.util.Iterators

/** The events that dead applications have left. A directory is adopted when nothing else can be sent, one after the other;
  * one that keeps events which have to wait stays adopted. Not thread-safe.
  *
  * @param all
  *   the directories of dead applications for the same destination, locked as they are taken
  */
private[spool] final class OrphanedSpools(all: () => Iterator[EventSource]) {
  private lazy val rest = all()
  private var adopted = Vector.empty[EventSource]

  def next(held: Int => Boolean): Option[(EventSource, WaitingEvent)] =
    Iterators.first(sources.flatMap(source => source.next(held).map(source -> _).iterator))

  /** The adopted sources, and then new ones. Those that are empty are closed. */
  private def sources: Iterator[EventSource] = {
    val (finished, waiting) = adopted.partition(_.isEmpty)
    finished.foreach(_.close())
    adopted = waiting
    waiting.iterator ++ Iterator.continually(adopt()).takeWhile(_.isDefined).flatten
  }

  @tailrec private def adopt(): Option[EventSource] =
    if (adopted.size >= OrphanedSpools.maxAdopted || !rest.hasNext) None
    else {
      val source = rest.next()
      if (source.isEmpty) {
        source.close()
        adopt()
      } else {
        adopted :+= source
        Some(source)
      }
    }

  def close(): Unit = adopted.foreach(_.close())
}

private object OrphanedSpools {
  val maxAdopted = 100
}

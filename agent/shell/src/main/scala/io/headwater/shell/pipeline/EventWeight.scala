package io.headwater.shell.pipeline

import scala.annotation.tailrec

import io.headwater.model.RunEvent

/** Roughly how many bytes of memory an event retains: its texts, and a few bytes for each other value. */
private[pipeline] object EventWeight {
  private val perValue = 24L

  def of(event: RunEvent): Long = weigh(List(event), 0)

  @tailrec private def weigh(open: List[Any], bytes: Long): Long = open match {
    case Nil => bytes
    case (text: String) :: rest => weigh(rest, bytes + perValue + 2L * text.length)
    case (all: Iterable[_]) :: rest =>
      weigh(all.foldLeft(rest)((more, each) => each :: more), bytes + perValue)
    case (value: Product) :: rest =>
      weigh(value.productIterator.foldLeft(rest)((more, each) => each :: more), bytes + perValue)
    case _ :: rest => weigh(rest, bytes + perValue)
  }
}

package io.headwater.shell.queue

/** What a [[Worker]] must know of its items to bound what they hold. Asked by whoever offers: no method looks into an
  * item for longer than a few field reads.
  */
trait EventSizer[A] {

  /** Roughly how much memory the item keeps from being collected. */
  def bytes(item: A): Long

  /** Whether it is the first to go. */
  def isExtra(item: A): Boolean

  /** What must be left of it when the queue is full; the item itself where it has nothing to give up. */
  def less(item: A): A
}

/** What a full queue has cost so far: items that were the first to go, items cut down, items lost as a whole. */
final case class DropCounts(extras: Long = 0, reduced: Long = 0, lost: Long = 0)

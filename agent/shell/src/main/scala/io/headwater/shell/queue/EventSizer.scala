package io.headwater.shell.queue

/** Tells a [[Worker]] how large its items are, so that it can bound the memory of its queue. The thread that offers an
  * item calls these methods, so none of them may wait, or do more than read fields of the item.
  */
trait EventSizer[A] {

  /** Roughly how many bytes of memory the item retains. */
  def bytes(item: A): Long

  /** Whether the item is dropped first. */
  def isOptional(item: A): Boolean

  /** The smaller item that replaces this one if the queue is full; the item itself if there is none. */
  def reduce(item: A): A
}

/** What a full queue has cost so far, in items.
  *
  * @param optional optional items that were dropped
  * @param reduced items that were replaced by smaller ones
  * @param lost other items that were dropped
  */
final case class DropCounts(optional: Long = 0, reduced: Long = 0, lost: Long = 0)

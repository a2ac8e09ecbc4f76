package io.headwater.util

private[headwater] object Iterators {

  /** The first item, if there is one. Later items are not computed. */
  def first[A](of: Iterator[A]): Option[A] = if (of.hasNext) Some(of.next()) else None
}

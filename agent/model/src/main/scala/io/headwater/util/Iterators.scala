package io.headwater.util

private[headwater] object Iterators {

  /** The first element. Scala 2.12 has no `nextOption`. The elements after it are not computed. */
  def first[A](elements: Iterator[A]): Option[A] =
    if (elements.hasNext) Some(elements.next()) else None
}

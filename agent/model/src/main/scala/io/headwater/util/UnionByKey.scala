package io.headwater.util

/** The union of two lists whose elements have unique keys. */
private[headwater] object UnionByKey {

  /** The elements of `left` in their order, then those of `right` with other keys.
    *
    * @param merge
    *   merges two elements with the same key
    */
  def apply[A, K](left: Vector[A], right: Vector[A])(key: A => K)(merge: (A, A) => A): Vector[A] = {
    val known = left.iterator.map(key).toSet
    val others = right.reverseIterator.map(a => key(a) -> a).toMap
    left.map(a => others.get(key(a)).fold(a)(merge(a, _))) ++ right.filterNot(a => known(key(a)))
  }
}

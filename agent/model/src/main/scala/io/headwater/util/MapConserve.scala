package io.headwater.util

/** Maps a vector, and returns the vector itself if no element has changed, so that what has equal values also shares
  * memory. Scala has this for lists only.
  */
object MapConserve {
  def apply[A <: AnyRef](all: Vector[A])(f: A => A): Vector[A] = {
    val mapped = all.map(f)
    if (mapped.corresponds(all)(_ eq _)) all else mapped
  }
}

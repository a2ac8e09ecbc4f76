package io.headwater.plan.graph

import io.headwater.model.Field

/** Names of single items of an array or a map, for [[Graph.child]]. They are only inside a graph: no event has them. A node
  * that does not know the item has the part that all items have.
  */
object ItemNames {
  private val mark = '\u0000'

  /** An element at some position. It is less than the elements of the array: which of several arrays in a row a position falls
    * into depends on the lengths of those before.
    */
  val anywhere: String = s"${Field.element}$mark"

  /** The element at a position: 0 is the first one, -1 the last one. */
  def at(position: Int): String = s"$anywhere$position"

  /** The value of a key of a map.
    *
    * @param key
    *   a text that tells one key from another
    */
  def under(key: String): String = s"${Field.value}$mark$key"

  def isItem(name: String): Boolean = name.indexOf(mark.toInt) >= 0

  def isElement(name: String): Boolean = part(name) == Field.element

  /** The name of the part that all items have, as in [[Field]]; other names are as they are. */
  def part(name: String): String = name.takeWhile(_ != mark)
}

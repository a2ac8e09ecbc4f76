package io.headwater.util

import scala.collection.mutable

/** A map that keeps the newest `maxEntries` entries and drops the oldest ones. An update of an existing key does not
  * change the age of its entry.
  *
  * @param dropped
  *   is called with each value that is dropped because the map is full
  */
final class BoundedMap[K, V](maxEntries: Int, dropped: V => Unit = (_: V) => ()) {
  private val entries = mutable.LinkedHashMap.empty[K, V]

  def size: Int = entries.size
  def isEmpty: Boolean = entries.isEmpty
  def contains(key: K): Boolean = entries.contains(key)
  def get(key: K): Option[V] = entries.get(key)
  def remove(key: K): Option[V] = entries.remove(key)
  def clear(): Unit = entries.clear()
  def values: Iterable[V] = entries.values
  def toVector: Vector[(K, V)] = entries.toVector

  def getOrElseUpdate(key: K)(value: => V): V = get(key).getOrElse {
    val made = value
    this(key) = made
    made
  }

  def update(key: K, value: V): Unit = {
    entries(key) = value
    if (entries.size > maxEntries) entries.remove(entries.head._1).foreach(dropped)
  }
}

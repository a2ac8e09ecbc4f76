package io.headwater.util

import scala.collection.mutable

/** The newest `most` entries: of more, those go that came first. What is set again keeps its age. */
final class BoundedMap[K, V](most: Int) {
  private val entries = mutable.LinkedHashMap.empty[K, V]

  def size: Int = entries.size
  def isEmpty: Boolean = entries.isEmpty
  def contains(key: K): Boolean = entries.contains(key)
  def get(key: K): Option[V] = entries.get(key)
  def remove(key: K): Option[V] = entries.remove(key)

  def update(key: K, value: V): Unit = {
    entries(key) = value
    if (entries.size > most) { entries.remove(entries.head._1); () }
  }
}

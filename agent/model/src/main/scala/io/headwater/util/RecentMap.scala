package io.headwater.util

import java.util.{LinkedHashMap => JavaLinkedHashMap}

/** A map that keeps the most recently used entries whose weights are `maxWeight` together. The others are dropped, the least
  * recently used first. An entry that weighs more than this is not kept.
  *
  * @param weigh
  *   the weight of a value, at least 1
  */
final class RecentMap[K, V](maxWeight: Int, weigh: V => Int) {
  private val entries = new JavaLinkedHashMap[K, V](16, 0.75f, true)
  private var weight = 0

  def size: Int = entries.size

  /** Using an entry makes it the most recent one. */
  def get(key: K): Option[V] = Option(entries.get(key))

  def update(key: K, value: V): Unit = {
    remove(key)
    val added = weigh(value)
    if (added <= maxWeight) {
      entries.put(key, value)
      weight += added
      dropOldest()
    }
  }

  private def dropOldest(): Unit = {
    val oldest = entries.entrySet.iterator
    while (weight > maxWeight) {
      weight -= weigh(oldest.next().getValue)
      oldest.remove()
    }
  }

  def remove(key: K): Unit = Option(entries.remove(key)).foreach(weight -= weigh(_))

  /** Removes the entries with these keys. */
  def removeAll(which: K => Boolean): Unit = {
    val all = entries.entrySet.iterator
    while (all.hasNext) {
      val entry = all.next()
      if (which(entry.getKey)) {
        weight -= weigh(entry.getValue)
        all.remove()
      }
    }
  }
}

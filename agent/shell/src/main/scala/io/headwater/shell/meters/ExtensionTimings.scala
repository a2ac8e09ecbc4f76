package io.headwater.shell.meters

import scala.collection.mutable

import io.headwater.model.ExtensionCalls

/** Counts and times the calls of each extension. It keeps [[ExtensionTimings.maxNames]] names; the calls of further
  * extensions are counted together. Thread-safe.
  */
final class ExtensionTimings {
  import ExtensionTimings._
  private val byName = mutable.LinkedHashMap.empty[String, ExtensionCalls] // guarded by itself
  @volatile private var added: String => Unit = (_: String) => ()

  /** Adds calls of an extension.
    *
    * @param millis
    *   the time of all these calls
    * @param maxMillis
    *   the time of the longest of them
    */
  def add(extension: String, calls: Long, errors: Long, millis: Double, maxMillis: Double): Unit = {
    val newName = byName.synchronized {
      val name = if (byName.contains(extension) || byName.size < maxNames) extension else others
      val isNew = !byName.contains(name)
      val old = of(name)
      byName(name) = ExtensionCalls(
        name,
        old.calls + calls,
        old.errors + errors,
        old.millis + millis,
        math.max(old.maxMillis, maxMillis)
      )
      if (isNew) Some(name) else None
    }
    newName.foreach(added) // without the lock: it registers meters, whose readers need the lock
  }

  /** The calls of an extension so far. */
  def of(extension: String): ExtensionCalls = byName.synchronized {
    byName.getOrElse(extension, ExtensionCalls(extension, 0, 0, 0, 0))
  }

  /** All extensions, in the order of their names. */
  def all: Vector[ExtensionCalls] = byName.synchronized(byName.values.toVector.sortBy(_.extension))

  /** Calls `f` with the name of each extension: now for those that have been called, later for each new one. A name
    * may come twice.
    */
  def watch(f: String => Unit): Unit = {
    added = f
    all.foreach(c => f(c.extension))
  }
}

private object ExtensionTimings {
  val maxNames = 200
  val others = "other extensions"
}

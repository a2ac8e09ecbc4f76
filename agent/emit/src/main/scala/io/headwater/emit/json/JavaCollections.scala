package io.headwater.emit.json

import java.util

/** Converts to the Java collections that openlineage-java expects. `scala.jdk` does not exist in Scala 2.12. */
private[emit] object JavaCollections {
  def list[A](values: Iterable[A]): util.List[A] = {
    val out = new util.ArrayList[A](values.size)
    values.foreach(out.add)
    out
  }

  /** A map with the order of `entries`. */
  def map[A](entries: Iterable[(String, A)]): util.Map[String, A] = {
    val out = new util.LinkedHashMap[String, A]
    entries.foreach { case (k, v) => out.put(k, v) }
    out
  }

  def entries[A](values: util.Map[String, A]): Vector[(String, A)] = {
    val out = Vector.newBuilder[(String, A)]
    values.forEach { (k, v) => out += k -> v; () }
    out.result()
  }
}

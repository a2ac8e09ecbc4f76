package io.headwater.util

import java.util

/** Converts Java collections of libraries, and to those that they expect. `scala.jdk` does not exist in Scala 2.12. */
object JavaCollections {
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

  /** The elements; none if `values` is null. */
  def vector[A](values: java.lang.Iterable[A]): Vector[A] = {
    val out = Vector.newBuilder[A]
    if (values != null) values.forEach { v => out += v; () }
    out.result()
  }

  def entries[A](values: util.Map[String, A]): Vector[(String, A)] = {
    val out = Vector.newBuilder[(String, A)]
    values.forEach { (k, v) => out += k -> v; () }
    out.result()
  }
}

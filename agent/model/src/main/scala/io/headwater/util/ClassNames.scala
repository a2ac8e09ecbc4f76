package io.headwater.util

import scala.collection.mutable

/** Tells what a value is, by the names of its class and of all that it extends; loads nothing. */
object ClassNames {
  def isA(value: Any, name: String): Boolean = value match {
    case null => false
    case some: AnyRef => ancestors(some.getClass).exists(_.getName == name)
    case _ => false
  }

  /** A class and all that it extends, the class itself first. */
  def ancestors(start: Class[_]): Iterator[Class[_]] = {
    val seen = mutable.LinkedHashSet.empty[Class[_]]
    val open = mutable.ArrayBuffer[Class[_]](start)
    while (open.nonEmpty) {
      val next = open.remove(open.size - 1)
      if (seen.add(next)) open ++= Option[Class[_]](next.getSuperclass) ++ next.getInterfaces
    }
    seen.iterator
  }
}

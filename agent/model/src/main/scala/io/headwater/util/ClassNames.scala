package io.headwater.util

import scala.collection.mutable

/** Type tests by class name. They load no class. */
object ClassNames {

  /** Whether the class of `value`, or one of its supertypes, has this name. */
  def isA(value: Any, name: String): Boolean = value match {
    case null => false
    case ref: AnyRef => ancestors(ref.getClass).exists(_.getName == name)
    case _ => false
  }

  /** A class and all its supertypes, the class itself first. */
  def ancestors(start: Class[_]): Iterator[Class[_]] = known.get(start).iterator

  /** The same classes are asked about in every plan. The JVM keeps a value as long as its class. */
  private val known = new ClassValue[Vector[Class[_]]] {
    override def computeValue(start: Class[_]): Vector[Class[_]] = search(start)
  }

  private def search(start: Class[_]): Vector[Class[_]] = {
    val seen = mutable.LinkedHashSet.empty[Class[_]]
    val pending = mutable.ArrayBuffer[Class[_]](start)
    while (pending.nonEmpty) {
      val next = pending.remove(pending.size - 1)
      if (seen.add(next)) pending ++= Option[Class[_]](next.getSuperclass) ++ next.getInterfaces
    }
    seen.toVector
  }
}

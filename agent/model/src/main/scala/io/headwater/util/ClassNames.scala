package io.headwater.util

import scala.collection.mutable

/** Names of classes, and type tests by them. They load no class. */
object ClassNames {

  /** The name of the class of `value` without its package and the classes around it. `Class.getSimpleName` of Java 8 throws
    * an `InternalError` for a class inside two Scala objects.
    */
  def simple(value: Any): String = value match {
    case ref: AnyRef => simpleNames.get(ref.getClass)
    case _ => ""
  }

  /** Whether the class of `value`, or one of its supertypes, has this name. */
  def isA(value: Any, name: String): Boolean = value match {
    case null => false
    case ref: AnyRef => names.get(ref.getClass)(name)
    case _ => false
  }

  /** A class and all its supertypes, the class itself first. */
  def ancestors(start: Class[_]): Iterator[Class[_]] = known.get(start).iterator

  private val simpleNames = new ClassValue[String] {
    override def computeValue(of: Class[_]): String = simpleName(of.getName)
  }

  /** A `$` at the end belongs to the name: it is that of a Scala object. An anonymous class goes by the class around it; a
    * class of a method has a number behind its name.
    */
  private[headwater] def simpleName(name: String): String = {
    val named = numbered.replaceFirstIn(name, "")
    val start = math.max(named.lastIndexOf('.'), named.lastIndexOf('$', named.length - 2)) + 1
    named.substring(start)
  }

  /** What the compilers of Scala and Java put behind the name of the class around an anonymous class. */
  private lazy val numbered = "(?:\\$?\\$(?:anon\\$)?\\d+)+$".r

  /** The same classes are asked about in every plan. The JVM keeps a value as long as its class. */
  private val known = new ClassValue[Vector[Class[_]]] {
    override def computeValue(start: Class[_]): Vector[Class[_]] = search(start)
  }

  private val names = new ClassValue[Set[String]] {
    override def computeValue(of: Class[_]): Set[String] = ancestors(of).map(_.getName).toSet
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

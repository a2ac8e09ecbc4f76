package io.headwater.util

import java.lang.reflect.{Method, Modifier}

import scala.util.Try

/** Reads a node of a library that is not compiled against, by the names of its accessors. */
final class Accessors(node: AnyRef) {

  /** The value of the parameterless method `name`. A class that is not public is read as what it extends.
    *
    * @throws java.lang.NoSuchMethodException where this version of the library has no such accessor: the walk's guard
    *   turns it into a gap that names the node
    */
  def value[A](name: String): A = method(name).invoke(node).asInstanceOf[A]

  def has(name: String): Boolean =
    node.getClass.getMethods.exists(m => m.getName == name && m.getParameterCount == 0)

  private def method(name: String): Method = {
    val own = node.getClass.getMethod(name)
    if (isOpen(own.getDeclaringClass)) own
    else
      ClassNames.ancestors(node.getClass).filter(isOpen).flatMap(c => Try(c.getMethod(name)).toOption)
        .take(1).toVector.headOption.getOrElse { own.setAccessible(true); own }
  }

  private def isOpen(c: Class[_]): Boolean = Modifier.isPublic(c.getModifiers)

  /** The value of the field `name`, for what has no accessor at all; of the class itself or one above it.
    *
    * @throws java.lang.NoSuchFieldException as for `value`
    */
  def field[A](name: String): A = {
    val found = ClassNames.ancestors(node.getClass).flatMap(_.getDeclaredFields).find(f =>
      f.getName == name || f.getName.endsWith(s"$$$name")
    )
    val field = found.getOrElse(throw new NoSuchFieldException(s"${node.getClass.getName}.$name"))
    field.setAccessible(true)
    field.get(node).asInstanceOf[A]
  }
}

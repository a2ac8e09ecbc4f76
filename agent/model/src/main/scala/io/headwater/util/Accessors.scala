package io.headwater.util

import java.lang.reflect.{Method, Modifier}

import scala.util.Try

/** Reads an object of a library that is not on the compile class path, by reflection. */
final class Accessors(node: AnyRef) {

  /** Calls the parameterless method `name`. If the class is not public, the method of a public supertype is called.
    *
    * @throws java.lang.NoSuchMethodException
    *   if this version of the library has no such accessor; the walk reports it as a gap with the name of the node
    */
  def value[A](name: String): A = method(name).invoke(node).asInstanceOf[A]

  def has(name: String): Boolean = Accessors.parameterless.get(node.getClass)(name)

  /** The value, if this version of the library has the accessor. */
  def ifPresent[A](name: String): Option[A] = if (has(name)) Some(value[A](name)) else None

  private def method(name: String): Method = {
    val method = node.getClass.getMethod(name)
    if (isPublic(method.getDeclaringClass)) method
    else
      Iterators.first(
        ClassNames.ancestors(node.getClass).filter(isPublic).flatMap(c => Try(c.getMethod(name)).toOption)
      ).getOrElse { method.setAccessible(true); method }
  }

  private def isPublic(c: Class[_]): Boolean = Modifier.isPublic(c.getModifiers)

  /** The value of the field `name` of the class or of a superclass, for values without an accessor.
    *
    * @throws java.lang.NoSuchFieldException
    *   if this version of the library has no such field
    */
  def field[A](name: String): A = field(ClassNames.ancestors(node.getClass), name)

  /** The value of the field `name` that the superclass `owner` declares; classes below it may have a field of the same name.
    *
    * @throws java.lang.NoSuchFieldException
    *   if this version of the library has no such field
    */
  def fieldOf[A](owner: Class[_], name: String): A = field(Iterator.single(owner), name)

  private def field[A](owners: Iterator[Class[_]], name: String): A = {
    val declared = owners.flatMap(_.getDeclaredFields).find(f =>
      f.getName == name || f.getName.endsWith(s"$$$name")
    )
    val field = declared.getOrElse(throw new NoSuchFieldException(s"${node.getClass.getName}.$name"))
    field.setAccessible(true)
    field.get(node).asInstanceOf[A]
  }
}

object Accessors {

  /** The names of the public methods without parameters. `getMethods` copies all of them at each call. */
  private val parameterless = new ClassValue[Set[String]] {
    override def computeValue(of: Class[_]): Set[String] =
      of.getMethods.iterator.filter(_.getParameterCount == 0).map(_.getName).toSet
  }
}

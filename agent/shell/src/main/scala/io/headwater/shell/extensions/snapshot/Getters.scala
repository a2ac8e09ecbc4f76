package io.headwater.shell.extensions.snapshot

import java.lang.reflect.{InvocationTargetException, Method}

import scala.annotation.tailrec
import scala.util.control.NonFatal

import io.headwater.shell.config.Getter

/** The methods of other people's classes that the configuration allows paths to call. */
final class Getters(allowed: Vector[Getter]) {

  /** None if no such method may be called on the object. A message for the author of the extension if the call fails. */
  def value(of: Any, method: String): Option[Either[String, Any]] = of match {
    case target: AnyRef =>
      allowed.filter(_.method == method).find(g => Getters.hasType(target.getClass, g.className)).map(call(
        _,
        target
      ))
    case _ => None
  }

  private def call(getter: Getter, target: AnyRef): Either[String, Any] =
    try {
      val method = Getters.find(target.getClass, getter.method)
        .getOrElse(throw new NoSuchMethodException(s"it has no public method ${getter.method}()"))
      method.setAccessible(true) // a public method of a class that is not public
      Right(method.invoke(target))
    } catch {
      case e: InvocationTargetException if NonFatal(e.getCause) || e.getCause.isInstanceOf[LinkageError] =>
        Left(s"${getter.className}.${getter.method}: ${e.getCause}")
      case e @ (NonFatal(_) | _: LinkageError) => Left(s"${getter.className}.${getter.method}: $e")
    }
}

object Getters {
  val none: Getters = new Getters(Vector.empty)

  private def find(owner: Class[_], name: String): Option[Method] =
    owner.getMethods.find(m => m.getName == name && m.getParameterCount == 0 && !m.isBridge)

  /** Whether a class, one of its base classes or one of its interfaces has this name. */
  @tailrec private def hasType(owner: Class[_], name: String): Boolean =
    if (owner == null) false
    else if (owner.getName == name || owner.getInterfaces.exists(implementing(_, name))) true
    else hasType(owner.getSuperclass, name)

  private def implementing(owner: Class[_], name: String): Boolean =
    owner.getName == name || owner.getInterfaces.exists(implementing(_, name))
}

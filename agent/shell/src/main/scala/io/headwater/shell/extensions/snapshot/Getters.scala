package io.headwater.shell.extensions.snapshot

import java.lang.reflect.InvocationTargetException

import scala.util.control.NonFatal

import io.headwater.shell.config.Getter
import io.headwater.util.{Accessors, ClassNames}

/** The methods of other people's classes that the configuration allows paths to call. */
final class Getters(allowed: Vector[Getter]) {

  /** None if no such method may be called on the object. A message for the author of the extension if the call fails. */
  def value(of: Any, method: String): Option[Either[String, Any]] = of match {
    case target: AnyRef =>
      allowed.find(g => g.method == method && ClassNames.isA(target, g.className)).map(call(_, target))
    case _ => None
  }

  private def call(getter: Getter, target: AnyRef): Either[String, Any] = {
    val accessors = new Accessors(target)
    def failed(reason: Any) = Left(s"${getter.className}.${getter.method}: $reason")
    if (!accessors.has(getter.method)) failed(s"it has no public method ${getter.method}()")
    else
      try Right(accessors.value[Any](getter.method))
      catch {
        case e: InvocationTargetException if NonFatal(e.getCause) || e.getCause.isInstanceOf[LinkageError] =>
          failed(e.getCause)
        case e @ (NonFatal(_) | _: LinkageError) => failed(e)
      }
  }
}

object Getters {
  val none: Getters = new Getters(Vector.empty)
}

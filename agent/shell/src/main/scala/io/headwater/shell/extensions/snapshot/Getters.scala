package io.headwater.shell.extensions.snapshot

import java.time.Duration

import io.headwater.shell.config.Getter
import io.headwater.util.{Accessors, ClassNames}

/** The methods of other people's classes that the configuration allows paths to call.
  *
  * @param bounded
  *   calls a method of this name within a time limit; whatever it throws becomes a message
  */
final class Getters(allowed: Vector[Getter], bounded: (String, () => Any) => Either[String, Any]) {

  /** None if no such method may be called on the object. A message for the author of the extension if the call fails. */
  def value(of: Any, method: String): Option[Either[String, Any]] = of match {
    case target: AnyRef =>
      allowed.find(g => g.method == method && ClassNames.isA(target, g.className)).map(call(_, target))
    case _ => None
  }

  private def call(getter: Getter, target: AnyRef): Either[String, Any] = {
    val accessors = new Accessors(target)
    val name = s"${getter.className}.${getter.method}"
    val result =
      if (!accessors.has(getter.method)) Left(s"it has no public method ${getter.method}()")
      else bounded(name, () => accessors.value[Any](getter.method))
    result.left.map(reason => s"$name: $reason")
  }
}

object Getters {
  val none: Getters = new Getters(Vector.empty, (_, _) => Left("not allowed"))

  /** The time limit of a call. */
  val limit: Duration = Duration.ofSeconds(1)
}

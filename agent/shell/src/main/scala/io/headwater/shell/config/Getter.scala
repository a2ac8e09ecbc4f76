package io.headwater.shell.config

import java.util.regex.Pattern

/** A method without parameters of a class or an interface.
  *
  * @param className
  *   the full name, as `Class.getName` gives it
  */
final case class Getter(className: String, method: String)

object Getter {
  private val form = Pattern.compile("([\\p{L}_$][\\w$]*(?:\\.[\\p{L}_$][\\w$]*)+)\\.([\\p{L}_$][\\w$]*)")

  /** The getter that is written as `package.Class.method`. */
  def parse(text: String): Option[Getter] = {
    val matcher = form.matcher(text)
    if (matcher.matches()) Some(Getter(matcher.group(1), matcher.group(2))) else None
  }

  private[config] def read(key: ConfigKey[Any], values: ConfigValues): Vector[Getter] =
    values.names(key).map { name =>
      parse(name).getOrElse(values.reject(
        key.name,
        name,
        "not a class and a method; write package.Class.method, for example com.acme.AcmeTable.endpoint"
      ))
    }
}

package io.headwater.shell.config

/** A method without parameters of a class or an interface.
  *
  * @param className
  *   the full name, as `Class.getName` gives it
  */
final case class Getter(className: String, method: String)

object Getter {
  private val ClassAndMethod = "([\\p{L}_$][\\w$]*(?:\\.[\\p{L}_$][\\w$]*)+)\\.([\\p{L}_$][\\w$]*)".r

  /** The getter that is written as `package.Class.method`. */
  def parse(text: String): Option[Getter] = text match {
    case ClassAndMethod(className, method) => Some(Getter(className, method))
    case _ => None
  }

  private[config] def read(values: ConfigValues, key: ConfigKey[Any]): Vector[Getter] =
    values.parsed(
      key,
      "not a class and a method; write package.Class.method, for example com.acme.AcmeTable.endpoint"
    )(parse)
}

package io.headwater.util

/** Matches an object by the name of its class without the package: `case c @ Named("SetVariable")`. For classes that some
  * versions of Spark lack.
  */
object Named {
  def unapply(value: AnyRef): Some[String] = Some(ClassNames.simple(value))
}

/** Matches an object by the name of its class, if the class is in this package. A pattern has the rest of the name.
  *
  * @param packageName
  *   with the dot at its end
  */
abstract class NamedIn(packageName: String) {
  def unapply(value: AnyRef): Option[String] = {
    val name = value.getClass.getName
    if (name.startsWith(packageName)) Some(name.substring(packageName.length)) else None
  }
}

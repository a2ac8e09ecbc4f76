package io.headwater.util

/** Matches an object by the name of its class without the package: `case c @ Named("SetVariable")`. For classes that some
  * versions of Spark lack.
  */
object Named {
  def unapply(value: AnyRef): Some[String] = Some(ClassNames.simple(value))
}

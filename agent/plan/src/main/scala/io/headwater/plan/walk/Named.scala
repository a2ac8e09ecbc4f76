package io.headwater.plan.walk

import io.headwater.util.ClassNames

/** A node by the name of its class without the package: `case c @ Named("SetVariable")`. For classes that some versions of
  * Spark lack.
  */
object Named {
  def unapply(node: AnyRef): Some[String] = Some(ClassNames.simple(node))
}

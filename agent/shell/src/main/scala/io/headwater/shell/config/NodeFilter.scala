package io.headwater.shell.config

/** Which queries have events, by the class name of the plan's root node. */
final case class NodeFilter(allowed: Vector[String], denied: Vector[String], rddEventsDisabled: Boolean)

object NodeFilter extends ConfigSection {

  val allowed = names(
    "filter.allowedSparkNodes",
    "Class names of root plan nodes whose queries always have events."
  )
  val denied = names(
    "filter.deniedSparkNodes",
    "Class names of root plan nodes whose queries never have events."
  )
  val rddEventsDisabled =
    flag("filter.rddEventsDisabled", default = false, "Emits no events for RDD jobs.")

  def read(values: ConfigValues): NodeFilter =
    NodeFilter(allowed.read(values), denied.read(values), rddEventsDisabled.read(values))
}

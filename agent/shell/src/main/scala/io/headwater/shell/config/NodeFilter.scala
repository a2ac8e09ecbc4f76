package io.headwater.shell.config

/** Which queries have events, by the class name of the plan's root node. */
final case class NodeFilter(allowed: Vector[String], denied: Vector[String], rddEventsDisabled: Boolean)

object NodeFilter extends ConfigSection {

  val allowed = names(
    "filter.allowedSparkNodes",
    "Full class names of root nodes of optimised plans, for example " +
      "org.apache.spark.sql.catalyst.plans.logical.Project. Their queries have events if they read or write a dataset, " +
      "also those that by default have none because they only return rows."
  )
  val denied = names(
    "filter.deniedSparkNodes",
    "Full class names of root nodes of optimised plans whose queries never have events. " +
      "filter.allowedSparkNodes has precedence."
  )
  val rddEventsDisabled =
    flag("filter.rddEventsDisabled", default = false, "Emits no events for RDD jobs.")

  def read(values: ConfigValues): NodeFilter =
    NodeFilter(allowed.read(values), denied.read(values), rddEventsDisabled.read(values))
}

package io.headwater.shell.config

import KeyType._

/** Keys of what is told to find out why lineage is as it is. */
private[config] trait DebugKeys {
  val logPlan = ConfigKey(
    "debug.logPlanAsJson",
    Flag,
    "false",
    "Writes the optimised and the physical plan of each query to the log at INFO, as JSON."
  )
  val smartDebug = ConfigKey(
    "debug.smart",
    Flag,
    "false",
    "Adds the facet debug to COMPLETE of runs that lack inputs or outputs, though it is switched off."
  )
  val smartMode = ConfigKey(
    "debug.smartMode",
    Text,
    "any-missing",
    "Which runs these are: any-missing (inputs or outputs), output-missing."
  )
  val debugMetricsDisabled =
    ConfigKey("debug.metricsDisabled", Flag, "false", "Leaves the agent's meters out of the facet debug.")
  val debugLimit = ConfigKey(
    "debug.payloadSizeLimitInKilobytes",
    Count(0),
    "100",
    "A larger facet debug is one line that says so."
  )

  protected val ofDebug: Vector[ConfigKey] =
    Vector(logPlan, smartDebug, smartMode, debugMetricsDisabled, debugLimit)
}

package io.headwater.shell.config

import io.headwater.model.PlanLineage

/** Help for the diagnosis of wrong or missing lineage.
  *
  * @param smart
  *   the condition under which a run has the debug facet although the facet is disabled
  * @param metrics
  *   whether the debug facet contains the agent's meters
  * @param limit
  *   the maximum size of the debug facet in kilobytes
  * @param warnings
  *   an unknown condition, in whose place the default is used
  */
final case class DebugConfig(
    logPlan: Boolean = false,
    smart: Option[DebugConfig.Mode] = None,
    metrics: Boolean = true,
    limit: Int = 100,
    warnings: Vector[String] = Vector.empty
) {

  /** Whether `debug.smart` adds the debug facet to a run with this lineage. */
  def suspects(lineage: PlanLineage): Boolean = smart.exists { mode =>
    lineage.sinks.isEmpty || (mode == DebugConfig.AnyMissing && lineage.sources.isEmpty)
  }
}

object DebugConfig extends ConfigSection {

  /** The condition of `debug.smart`; the names are those of the published agent. */
  sealed abstract class Mode(val name: String)
  case object AnyMissing extends Mode("any-missing")
  case object OutputMissing extends Mode("output-missing")

  val logPlan = flag(
    "debug.logPlanAsJson",
    default = false,
    "Logs the optimized and the physical plan of each query at INFO, as JSON."
  )
  val smart = flag(
    "debug.smart",
    default = false,
    "Adds the facet debug to the COMPLETE event of runs without inputs or outputs, even if the facet is disabled."
  )
  val smartMode = key(
    "debug.smartMode",
    KeyType.Choice(Vector(AnyMissing.name, OutputMissing.name)),
    "Condition of debug.smart: any-missing (no inputs or no outputs) or output-missing (no outputs).",
    AnyMissing.name
  )((values, key) => mode(values, key))
  val metricsDisabled =
    flag("debug.metricsDisabled", default = false, "Omits the agent's meters from the facet debug.")
  val limit = count(
    "debug.payloadSizeLimitInKilobytes",
    from = 0,
    default = 100,
    "Maximum size of the facet debug. A larger facet contains only one line with its size."
  )

  def read(values: ConfigValues): DebugConfig = {
    val logged = logPlan.read(values)
    val isSmart = smart.read(values)
    val (mode, warnings) = smartMode.read(values)
    DebugConfig(
      logPlan = logged,
      smart = if (isSmart) Some(mode) else None,
      metrics = !metricsDisabled.read(values),
      limit = ConfigValues.toInt(limit.read(values)),
      warnings = warnings
    )
  }

  /** The condition; the default and a warning if the value is none, as with the published agent. */
  private def mode(values: ConfigValues, key: ConfigKey[Any]): (Mode, Vector[String]) = {
    val name = values.text(key).getOrElse(key.default)
    if (AnyMissing.name.equalsIgnoreCase(name)) (AnyMissing, Vector.empty)
    else if (OutputMissing.name.equalsIgnoreCase(name)) (OutputMissing, Vector.empty)
    else {
      val fix = s"not one of ${AnyMissing.name}, ${OutputMissing.name}; write one of them"
      (AnyMissing, Vector(s"${values.problem(key.name, name, fix).line}. ${AnyMissing.name} is used"))
    }
  }
}

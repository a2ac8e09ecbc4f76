package io.headwater.shell.config

import io.headwater.config.ConfigProblem
import io.headwater.model.PlanLineage

/** What is told to find out why lineage is as it is. `smart` has the mode; `limit` is in kilobytes. */
final case class DebugSettings(
    logPlan: Boolean = false,
    smart: Option[DebugSettings.Mode] = None,
    metrics: Boolean = true,
    limit: Int = 100
) {

  /** Whether such a run is worth a look although nobody asked for the facet. */
  def suspects(lineage: PlanLineage): Boolean = smart.exists { mode =>
    lineage.sinks.isEmpty || (mode == DebugSettings.AnyMissing && lineage.sources.isEmpty)
  }
}

object DebugSettings {

  /** `name` is the published agent's. */
  sealed abstract class Mode(val name: String)
  case object AnyMissing extends Mode("any-missing")
  case object OutputMissing extends Mode("output-missing")

  private[config] def read(reading: ConfigValues): Either[ConfigProblem, DebugSettings] = for {
    logged <- reading.flag(ConfigKeys.logPlan)
    smart <- reading.flag(ConfigKeys.smartDebug)
    mode <- mode(reading)
    bare <- reading.flag(ConfigKeys.debugMetricsDisabled)
    limit <- reading.count(ConfigKeys.debugLimit)
  } yield DebugSettings(logged, if (smart) Some(mode) else None, !bare, QueueConfig.inMemory(limit))

  private def mode(reading: ConfigValues): Either[ConfigProblem, Mode] = {
    val key = ConfigKeys.smartMode
    val value = reading.text(key).getOrElse(key.default)
    Vector(AnyMissing, OutputMissing).find(_.name.equalsIgnoreCase(value))
      .toRight(reading.problem(key.name, value, "unknown; write any-missing or output-missing"))
  }
}

package io.headwater.shell.config

import java.util.Locale.ROOT

import io.headwater.config.ConfigProblem

/** The switch of the agent: a key, and the published agent's variable `OPENLINEAGE_DISABLED` for a whole machine. */
object DisabledConfig extends ConfigSection {
  private val variable = "OPENLINEAGE_DISABLED"

  /** How Airflow's OpenLineage provider reads the variable, too. */
  private val short = Map("1" -> true, "t" -> true, "0" -> false, "f" -> false)

  val disabled = flag("disabled", default = false, "Turns the agent off.")

  /** @return
    *   true if the key or the variable turns the agent off; neither can turn it on again
    */
  def read(values: ConfigValues): Boolean = {
    val byKey = disabled.read(values)
    fromVariable(values) || byKey
  }

  private def fromVariable(values: ConfigValues): Boolean =
    values.variable(variable).exists { value =>
      ConfigValues.boolean(value).orElse(short.get(value.toLowerCase(ROOT))).getOrElse {
        throw new InvalidConfig(ConfigProblem.of(variable, value, ConfigValues.noFlag, values.redactor))
      }
    }
}

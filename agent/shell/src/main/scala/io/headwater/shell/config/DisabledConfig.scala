package io.headwater.shell.config

import io.headwater.config.ConfigProblem

/** The switch of the agent: a key, and the published agent's variable `OPENLINEAGE_DISABLED` for a whole machine. */
object DisabledConfig extends ConfigSection {
  private val variable = "OPENLINEAGE_DISABLED"

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
      ConfigValues.boolean(value).getOrElse {
        throw new InvalidConfig(ConfigProblem.of(variable, value, ConfigValues.noFlag, values.redactor))
      }
    }
}

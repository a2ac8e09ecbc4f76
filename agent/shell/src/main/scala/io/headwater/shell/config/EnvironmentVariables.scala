package io.headwater.shell.config

/** The environment variables that events include. Only listed variables leave the driver. */
object EnvironmentVariables extends ConfigSection {

  val variables = names(
    "facets.custom_environment_variables",
    "Names of environment variables that events include, redacted. The agent sends no other variables."
  )
  val alias = names(
    "facets.variables",
    "Alias of facets.custom_environment_variables. If both are set, the lists are combined."
  )

  /** Names and redacted values of the listed variables that are set. */
  def read(values: ConfigValues): Vector[(String, String)] =
    (variables.read(values) ++ alias.read(values)).distinct.flatMap(name =>
      values.env.get(name).map(value => name -> values.redactor.property(name, value))
    )
}

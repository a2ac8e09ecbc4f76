package io.headwater.shell.config

import io.headwater.config.ConfigProblem

/** How job names are built. */
final case class JobNaming(appendDatasetName: Boolean, replaceDotWithUnderscore: Boolean)

object JobNaming extends ConfigSection {

  val appendDatasetName =
    flag("jobName.appendDatasetName", default = true, "Appends the name of the output dataset to job names.")
  val replaceDot =
    flag(
      "jobName.replaceDotWithUnderscore",
      default = false,
      "Replaces . by _ in the command part of job names."
    )

  def read(values: ConfigValues): Either[ConfigProblem, JobNaming] =
    for {
      append <- appendDatasetName.read(values)
      replace <- replaceDot.read(values)
    } yield JobNaming(append, replace)
}

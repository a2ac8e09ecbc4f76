package io.headwater.shell.config

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

  def read(values: ConfigValues): JobNaming =
    JobNaming(appendDatasetName.read(values), replaceDot.read(values))
}

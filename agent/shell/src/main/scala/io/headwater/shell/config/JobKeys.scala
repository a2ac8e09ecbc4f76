package io.headwater.shell.config

import KeyType._

/** Keys of what jobs and runs are told to be: names, parents, owners, tags. */
private[config] trait JobKeys {
  val namespace = ConfigKey("namespace", Text, "default", "Namespace of all jobs of the application.")
  val appName =
    ConfigKey("appName", Text, "", "Name of the application in job names, instead of spark.app.name.")
  val jobNamespace =
    ConfigKey("job.namespace", Text, "", "The same as namespace, which counts where both are.")
  val jobName = ConfigKey("job.name", Text, "", "The same as appName, which counts where both are.")
  val applicationRunId =
    ConfigKey("applicationRunId", Uuid, "", "Run id of the application; made up when not given.")
  val parentJobNamespace =
    ConfigKey("parentJobNamespace", Text, "", "Namespace of the job that started the application.")
  val parentJobName = ConfigKey("parentJobName", Text, "", "Name of the job that started the application.")
  val parentRunId = ConfigKey("parentRunId", Uuid, "", "Run id of the job that started the application.")
  val rootParentJobNamespace =
    ConfigKey("rootParentJobNamespace", Text, "", "Namespace of the outermost job above.")
  val rootParentJobName = ConfigKey("rootParentJobName", Text, "", "Name of the outermost job above.")
  val rootParentRunId = ConfigKey("rootParentRunId", Uuid, "", "Run id of the outermost job above.")
  val context =
    ConfigKey("context", Json, "", "Parent and root as one JSON object, instead of the six keys above.")
  val owners =
    ConfigKey("job.owners.*", Names, "", "Owners of all jobs, by what they are to them: team, person.")
  val jobTags = ConfigKey("job.tags", Tags, "", "Tags of all jobs.")
  val runTags = ConfigKey("run.tags", Tags, "", "Tags of all runs.")
  val environment = ConfigKey(
    "facets.custom_environment_variables",
    Names,
    "",
    "Environment variables that events carry, redacted; no others leave the driver."
  )
  val environmentToo = ConfigKey("facets.variables", Names, "", "More of them: some guides call it so.")

  protected val ofJobs: Vector[ConfigKey] = Vector(
    namespace,
    appName,
    jobNamespace,
    jobName,
    applicationRunId,
    parentJobNamespace,
    parentJobName,
    parentRunId,
    rootParentJobNamespace,
    rootParentJobName,
    rootParentRunId,
    context,
    owners,
    jobTags,
    runTags,
    environment,
    environmentToo
  )
}

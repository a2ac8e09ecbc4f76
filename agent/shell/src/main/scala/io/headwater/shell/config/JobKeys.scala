package io.headwater.shell.config

import KeyType._

/** Keys of what jobs and runs are told to be: names, parents, owners, tags, times, sources. */
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
  val description = ConfigKey(
    "job.description",
    Text,
    "",
    "What the application does, as the documentation of all its jobs; else what sc.setJobDescription says of each."
  )
  val nominalStart = ConfigKey(
    "run.nominalStartTime",
    Time,
    "",
    "When the application's runs were scheduled for; else AIRFLOW_CTX_LOGICAL_DATE or AIRFLOW_CTX_EXECUTION_DATE."
  )
  val nominalEnd =
    ConfigKey("run.nominalEndTime", Time, "", "The end of the time that they stand for, which is excluded.")
  val codeType = ConfigKey(
    "job.sourceCodeLocation.type",
    Text,
    "git",
    "The system that keeps the application's source code; without any of these keys, what GitHub Actions and GitLab CI tell."
  )
  val codeUrl =
    ConfigKey("job.sourceCodeLocation.url", Text, "", "Where it can be looked at; needed for the others.")
  val codeRepository =
    ConfigKey("job.sourceCodeLocation.repoUrl", Text, "", "The repository that it is kept in.")
  val codePath = ConfigKey("job.sourceCodeLocation.path", Text, "", "Where in the repository it is.")
  val codeVersion = ConfigKey("job.sourceCodeLocation.version", Text, "", "The commit or revision that runs.")
  val codeTag = ConfigKey("job.sourceCodeLocation.tag", Text, "", "Its tag.")
  val codeBranch = ConfigKey("job.sourceCodeLocation.branch", Text, "", "Its branch.")
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
    description,
    nominalStart,
    nominalEnd,
    codeType,
    codeUrl,
    codeRepository,
    codePath,
    codeVersion,
    codeTag,
    codeBranch,
    environment,
    environmentToo
  )
}

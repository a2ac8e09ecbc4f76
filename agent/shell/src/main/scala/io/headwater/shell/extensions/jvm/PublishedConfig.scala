package io.headwater.shell.extensions.jvm

import java.util.{HashMap => JHashMap, List => JList}

import scala.util.Try

import io.headwater.emit.transport.config.ClientConfig
import io.headwater.model.{RunRef, Tag}
import io.headwater.shell.config.AgentConfig
import io.headwater.util.JavaCollections
import io.openlineage.client.job.JobConfig
import io.openlineage.client.run.RunConfig
import io.openlineage.client.transports.FacetsConfig
import io.openlineage.client.utils.TagField
import io.openlineage.spark.api.SparkOpenLineageConfig.{FilterConfig, JobNameConfig}
import io.openlineage.spark.api.{ColumnLineageConfig, DebugConfig, SparkOpenLineageConfig}

/** The agent's configuration as the published agent's class, for extensions that read it. Settings without a value
  * are null.
  */
private[jvm] object PublishedConfig {

  def of(config: AgentConfig): SparkOpenLineageConfig = {
    val all = new SparkOpenLineageConfig
    all.setNamespace(config.application.namespace)
    config.application.name.foreach(all.setOverriddenAppName)
    config.application.runId.foreach(id => all.setOverriddenApplicationRunId(id.toString))
    config.parents.parent.foreach { p =>
      parent(all, p)
      root(all, config.parents.root.getOrElse(p))
    }
    all.setJobName(jobName(config))
    all.setFilterConfig(filter(config))
    all.setFacetsConfig(facets(config))
    all.setColumnLineageConfig(new ColumnLineageConfig(
      config.columnLineage.datasetLineage,
      config.columnLineage.descriptions,
      config.columnLineage.schemaSizeLimit.map(Int.box).orNull // null: no limit
    ))
    all.setDebugConfig(debug(config))
    all.setJobConfig(job(config))
    all.setRunConfig(run(config))
    config.transport.flatMap(t => Try(ClientConfig.transport(t)).toOption).foreach(all.setTransportConfig)
    all
  }

  private def debug(config: AgentConfig): DebugConfig = new DebugConfig(
    config.debug.smart.isDefined,
    config.debug.smart.fold(DebugConfig.ANY_MISSING)(_.name),
    !config.debug.metrics,
    config.debug.limit,
    config.debug.logPlan
  )

  private def parent(all: SparkOpenLineageConfig, run: RunRef): Unit = {
    all.setParentRunId(run.runId.toString)
    all.setParentJobNamespace(run.job.namespace)
    all.setParentJobName(run.job.name)
  }

  private def root(all: SparkOpenLineageConfig, run: RunRef): Unit = {
    all.setRootParentRunId(run.runId.toString)
    all.setRootParentJobNamespace(run.job.namespace)
    all.setRootParentJobName(run.job.name)
  }

  private def jobName(config: AgentConfig): JobNameConfig = {
    val naming = new JobNameConfig
    naming.setAppendDatasetName(config.jobName.appendDatasetName)
    naming.setReplaceDotWithUnderscore(config.jobName.replaceDotWithUnderscore)
    naming
  }

  /** Owners and tags. Name and namespace are not here: they are those of the application. */
  private def job(config: AgentConfig): JobConfig = {
    val owners = new JobConfig.JobOwnersConfig
    config.metadata.declared.owners.foreach(o => owners.getAdditionalProperties.put(o.kind, o.name))
    val job = new JobConfig
    job.setOwners(owners)
    job.setTags(tags(config.metadata.declared.jobTags))
    job
  }

  private def run(config: AgentConfig): RunConfig = {
    val run = new RunConfig
    run.setTags(tags(config.metadata.declared.runTags))
    run
  }

  private def tags(all: Vector[Tag]): JList[TagField] =
    JavaCollections.list(all.map(t => new TagField(t.key, t.value, t.source)))

  private def filter(config: AgentConfig): FilterConfig = {
    val nodes = new FilterConfig(config.filter.rddEventsDisabled)
    config.filter.allowed.foreach(nodes.getAllowedSparkNodes.add)
    config.filter.denied.foreach(nodes.getDeniedSparkNodes.add)
    nodes
  }

  /** A facet that is disabled by default and enabled by the configuration has the value false. */
  private def facets(config: AgentConfig): FacetsConfig = {
    val disabled = new JHashMap[String, java.lang.Boolean]
    SparkOpenLineageConfig.DISABLED_BY_DEFAULT.forEach { f => disabled.put(f, false); () }
    config.facets.disabled.foreach(disabled.put(_, true))
    val facets = new FacetsConfig
    facets.setDisabledFacets(disabled)
    facets
  }
}

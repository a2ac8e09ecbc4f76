package io.headwater.shell.extensions.jvm.factories

import java.util.UUID

import io.headwater.shell.environment.Contexts
import io.headwater.shell.extensions.RunDraft
import io.headwater.shell.lifecycle.SparkExecution
import io.openlineage.client.OpenLineage
import io.openlineage.client.metrics.MicrometerProvider
import io.openlineage.spark.agent.lifecycle.{DatasetBuilderFactory, SparkOpenLineageExtensionVisitorWrapper}
import io.openlineage.spark.api.{OpenLineageContext, SparkOpenLineageConfig, Vendors}

/** Creates the `OpenLineageContext` of each run of an application. */
private[jvm] final class RunContextFactory(
    val openLineage: OpenLineage,
    publishedConfig: () => SparkOpenLineageConfig,
    lineageNodes: SparkOpenLineageExtensionVisitorWrapper,
    application: UUID
) {
  private lazy val config = publishedConfig() // costs a tenth of the agent's start
  private val vendors = Vendors.getVendors()

  def context(draft: RunDraft, delegates: DatasetBuilderFactory): OpenLineageContext =
    OpenLineageContext.builder().applicationUuid(application).runUuid(draft.runId)
      .sparkSession(draft.session.orNull)
      .sparkContext(draft.session.map(_.sparkContext).getOrElse(Contexts.active))
      .queryExecution(draft.query.orNull)
      .activeJobId(jobId(draft.execution))
      .openLineage(openLineage).openLineageConfig(config).jobName(draft.job.name)
      .meterRegistry(MicrometerProvider.getMeterRegistry).vendors(vendors)
      .datasetBuilderFactory(delegates).sparkExtensionVisitorWrapper(lineageNodes)
      .build()

  private def jobId(execution: SparkExecution): Integer = execution match {
    case SparkExecution.Job(jobId) => jobId
    case _ => null
  }
}

package io.headwater.emit.event

import java.time.{ZoneOffset, ZonedDateTime}

import io.headwater.emit.facets.{
  AgentFacet,
  BatchFacet,
  CoverageFacet,
  DataprocFacets,
  ErrorFacets,
  EventSettings,
  FacetNames,
  JobFacets,
  JobMetadataFacets,
  ParametersFacet,
  ParentFacet,
  SequenceFacet,
  SparkFacets,
  StreamingFacet,
  ViewsFacet
}
import io.headwater.model.{EventType, Gap, RunEvent}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{
  JobFacets => OpenJobFacets,
  RunFacet,
  RunFacets => OpenRunFacets,
  RunFacetsBuilder
}

/** Converts an event of the model to OpenLineage. The result is not fully redacted. */
private[emit] final class EventAssembler(settings: EventSettings, facetsCache: DatasetFacetsCache) {
  import settings.enabled

  private val ol = new OpenLineage(settings.producer)
  private val metadata = new JobMetadataFacets(ol, settings)
  private val parents = new ParentFacet(ol, settings)

  def assemble(event: RunEvent): OpenLineage.RunEvent = {
    val datasets = new DatasetAssembler(ol, settings, event, facetsCache)
    ol.newRunEventBuilder()
      .eventTime(ZonedDateTime.ofInstant(event.time, ZoneOffset.UTC))
      .eventType(OpenLineage.RunEvent.EventType.valueOf(event.eventType.name))
      .run(ol.newRun(
        event.run.runId,
        runFacets(event, event.lineage.gaps ++ datasets.gaps, datasets.omitted)
      ))
      .job(ol.newJob(event.run.job.namespace, event.run.job.name, jobFacets(event)))
      .inputs(datasets.inputs)
      .outputs(datasets.outputs)
      .build()
  }

  /** @param gaps
    *   failures
    * @param omitted
    *   parts that the configuration excludes
    */
  private def runFacets(event: RunEvent, gaps: Vector[Gap], omitted: Vector[Gap]): OpenRunFacets = {
    val builder = ol.newRunFacetsBuilder()
    if (enabled("parent")) parents(event.parent).foreach(builder.parent)
    if (enabled(FacetNames.processingEngine))
      builder.processing_engine(SparkFacets.engine(ol, settings, event.application))
    put(builder, FacetNames.sparkProperties)(SparkFacets.properties(settings, event.properties))
    metadata.addTo(builder)
    put(builder, FacetNames.dataproc)(DataprocFacets.run(settings, event.application))
    put(builder, FacetNames.streaming)(StreamingFacet(settings, event.streaming))
    put(builder, FacetNames.batch)(BatchFacet(settings, event.batch))
    put(builder, FacetNames.sequence)(SequenceFacet(settings, event.sequence))
    if (event.eventType == EventType.Start)
      put(builder, FacetNames.applicationDetails)(Some(SparkFacets.application(settings, event.application)))
    else if (enabled(FacetNames.executionParameters))
      ParametersFacet(ol, event.parameters).foreach(builder.executionParameters)
    if (settings.full(event.eventType)) putFullFacets(builder, event, gaps, omitted)
    builder.build()
  }

  /** The facets that a slim START does not have. */
  private def putFullFacets(
      builder: RunFacetsBuilder,
      event: RunEvent,
      gaps: Vector[Gap],
      omitted: Vector[Gap]
  ): Unit = {
    if (enabled("errorMessage")) ErrorFacets.message(ol, event.error).foreach(builder.errorMessage)
    put(builder, FacetNames.sparkException)(ErrorFacets.sparkException(settings, event.error))
    if (enabled(FacetNames.extractionError))
      ErrorFacets.extraction(ol, gaps).foreach(builder.extractionError)
    put(builder, FacetNames.views)(ViewsFacet(settings, event.lineage))
    put(builder, FacetNames.coverage)(CoverageFacet(settings, event.lineage.sinks, gaps ++ omitted))
    put(builder, FacetNames.agent)(AgentFacet(settings, event))
  }

  /** Adds a facet for which openlineage-java has no class. */
  private def put(builder: RunFacetsBuilder, name: String)(facet: => Option[RunFacet]): Unit =
    if (enabled(name)) facet.foreach(builder.put(name, _))

  private def jobFacets(event: RunEvent): OpenJobFacets = {
    val builder = ol.newJobFacetsBuilder()
    if (enabled("jobType")) builder.jobType(JobFacets.jobType(ol, event.jobType))
    if (enabled("sql")) JobFacets.sql(ol, event.sql).foreach(builder.sql)
    val description = settings.declared.description.orElse(event.description)
    if (enabled("documentation"))
      JobFacets.documentation(ol, description).foreach(builder.documentation)
    metadata.addTo(builder)
    if (enabled(FacetNames.dataprocOrigin))
      DataprocFacets.job(settings, event.application).foreach(builder.put(FacetNames.dataprocOrigin, _))
    builder.build()
  }
}

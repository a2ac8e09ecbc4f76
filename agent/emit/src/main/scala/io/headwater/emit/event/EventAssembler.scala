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
import io.openlineage.client.OpenLineage.{JobFacets => OpenJobFacets, RunFacets => OpenRunFacets}

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
      SparkFacets.engine(ol, settings, event.application).foreach(builder.processing_engine)
    if (enabled(FacetNames.sparkProperties))
      SparkFacets.properties(settings, event.properties).foreach(builder.put(FacetNames.sparkProperties, _))
    metadata.addTo(builder)
    val dataproc = FacetNames.dataproc
    if (enabled(dataproc)) DataprocFacets.run(settings, event.application).foreach(builder.put(dataproc, _))
    val streaming = FacetNames.streaming
    if (enabled(streaming)) StreamingFacet(settings, event.streaming).foreach(builder.put(streaming, _))
    val batch = FacetNames.batch
    if (enabled(batch)) BatchFacet(settings, event.batch).foreach(builder.put(batch, _))
    val sequence = FacetNames.sequence
    if (enabled(sequence)) SequenceFacet(settings, event.sequence).foreach(builder.put(sequence, _))
    if (event.eventType == EventType.Start) {
      val application = FacetNames.applicationDetails
      if (enabled(application))
        SparkFacets.application(settings, event.application).foreach(builder.put(application, _))
    } else if (enabled(FacetNames.executionParameters))
      ParametersFacet(ol, event.parameters).foreach(builder.executionParameters)
    if (settings.full(event.eventType)) putFullFacets(builder, event, gaps, omitted)
    builder.build()
  }

  /** The facets that a slim START does not have. */
  private def putFullFacets(
      builder: OpenLineage.RunFacetsBuilder,
      event: RunEvent,
      gaps: Vector[Gap],
      omitted: Vector[Gap]
  ): Unit = {
    if (enabled("errorMessage")) ErrorFacets.message(ol, event.error).foreach(builder.errorMessage)
    val exception = FacetNames.sparkException
    if (enabled(exception))
      ErrorFacets.sparkException(settings, event.error).foreach(builder.put(exception, _))
    if (enabled(FacetNames.extractionError))
      ErrorFacets.extraction(ol, gaps).foreach(builder.extractionError)
    val views = FacetNames.views
    if (enabled(views)) ViewsFacet(settings, event.lineage).foreach(builder.put(views, _))
    if (enabled(FacetNames.coverage))
      CoverageFacet(settings, event.lineage.sinks, gaps ++ omitted).foreach(
        builder.put(FacetNames.coverage, _)
      )
    if (enabled(FacetNames.agent)) AgentFacet(settings, event).foreach(builder.put(FacetNames.agent, _))
  }

  private def jobFacets(event: RunEvent): OpenJobFacets = {
    val builder = ol.newJobFacetsBuilder()
    if (enabled("jobType")) JobFacets.jobType(ol, event.jobType).foreach(builder.jobType)
    if (enabled("sql")) JobFacets.sql(ol, event.sql).foreach(builder.sql)
    val description = settings.declared.description.orElse(event.description)
    if (enabled("documentation"))
      JobFacets.documentation(ol, description).foreach(builder.documentation)
    metadata.addTo(builder)
    val origin = FacetNames.dataprocOrigin
    if (enabled(origin)) DataprocFacets.job(settings, event.application).foreach(builder.put(origin, _))
    builder.build()
  }
}

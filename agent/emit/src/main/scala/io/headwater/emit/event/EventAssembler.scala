package io.headwater.emit.event

import java.time.{ZoneOffset, ZonedDateTime}

import io.headwater.emit.facets.{
  AgentFacet,
  CoverageFacet,
  DataprocFacets,
  ErrorFacets,
  EventSettings,
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
    put("parent")(parents(event.parent))(builder.parent)
    put("processing_engine")(SparkFacets.engine(ol, settings, event.application))(builder.processing_engine)
    put("spark_properties")(SparkFacets.properties(settings, event.properties))(builder.put(
      "spark_properties",
      _
    ))
    metadata.addTo(builder)
    val dataproc = DataprocFacets.runFacet
    put(dataproc)(DataprocFacets.run(settings, event.application))(builder.put(dataproc, _))
    put(StreamingFacet.name)(StreamingFacet(settings, event.streaming))(builder.put(StreamingFacet.name, _))
    put(SequenceFacet.name)(SequenceFacet(settings, event.sequence))(builder.put(SequenceFacet.name, _))
    if (event.eventType == EventType.Start)
      put("spark_applicationDetails")(SparkFacets.application(settings, event.application))(
        builder.put("spark_applicationDetails", _)
      )
    else put(ParametersFacet.name)(ParametersFacet(ol, event.parameters))(builder.executionParameters)
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
    put("errorMessage")(ErrorFacets.message(ol, event.error))(builder.errorMessage)
    val name = ErrorFacets.sparkExceptionName
    put(name)(ErrorFacets.sparkException(settings, event.error))(builder.put(name, _))
    put("extractionError")(ErrorFacets.extraction(ol, gaps))(builder.extractionError)
    put(ViewsFacet.name)(ViewsFacet(settings, event.lineage))(builder.put(ViewsFacet.name, _))
    put("headwater_coverage")(CoverageFacet(settings, event.lineage.sinks, gaps ++ omitted))(builder.put(
      "headwater_coverage",
      _
    ))
    put("headwater_agent")(AgentFacet(settings, event))(builder.put("headwater_agent", _))
  }

  private def put[A](name: String)(facet: => Option[A])(set: A => Any): Unit =
    settings.enabled(name)(facet).foreach(set(_))

  private def jobFacets(event: RunEvent): OpenJobFacets = {
    val builder = ol.newJobFacetsBuilder()
    settings.enabled("jobType")(JobFacets.jobType(ol, event.jobType)).foreach(builder.jobType)
    settings.enabled("sql")(JobFacets.sql(ol, event.sql)).foreach(builder.sql)
    val description = settings.declared.description.orElse(event.description)
    settings.enabled("documentation")(JobFacets.documentation(ol, description)).foreach(builder.documentation)
    metadata.addTo(builder)
    val origin = DataprocFacets.jobFacet
    settings.enabled(origin)(DataprocFacets.job(settings, event.application)).foreach(builder.put(origin, _))
    builder.build()
  }
}

package io.headwater.emit.event

import java.time.{ZoneOffset, ZonedDateTime}

import io.headwater.emit.EventSettings
import io.headwater.emit.facets._
import io.headwater.model.{EventType, Gap, RunEvent}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{JobFacets => OpenJobFacets, RunFacets => OpenRunFacets}

/** The event in OpenLineage's form: a function of the model's event alone. Not yet redacted. */
final class Assembly(settings: EventSettings) {
  private val ol = new OpenLineage(settings.producer)

  def assemble(event: RunEvent): OpenLineage.RunEvent = {
    val datasets = new DatasetAssembly(ol, settings, event)
    ol.newRunEventBuilder()
      .eventTime(ZonedDateTime.ofInstant(event.time, ZoneOffset.UTC))
      .eventType(OpenLineage.RunEvent.EventType.valueOf(event.eventType.name))
      .run(ol.newRun(event.run.runId, runFacets(event, event.lineage.gaps ++ datasets.gaps)))
      .job(ol.newJob(event.run.job.namespace, event.run.job.name, jobFacets(event)))
      .inputs(datasets.inputs)
      .outputs(datasets.outputs)
      .build()
  }

  private def runFacets(event: RunEvent, gaps: Vector[Gap]): OpenRunFacets = {
    val builder = ol.newRunFacetsBuilder()
    def put[A](name: String)(facet: => Option[A])(set: A => Any): Unit =
      settings.enabled(name)(facet).foreach(set(_))
    put("parent")(ParentFacet(ol, event.parent))(builder.parent)
    put("processing_engine")(SparkFacets.engine(ol, settings, event.application))(builder.processing_engine)
    put("spark_properties")(SparkFacets.properties(settings, event.properties))(builder.put(
      "spark_properties",
      _
    ))
    put(SequenceFacet.name)(SequenceFacet(settings, event.sequence))(builder.put(SequenceFacet.name, _))
    if (event.eventType == EventType.Start)
      put("spark_applicationDetails")(SparkFacets.application(settings, event.application))(
        builder.put("spark_applicationDetails", _)
      )
    else {
      put("errorMessage")(ErrorFacets.message(ol, event.error))(builder.errorMessage)
      put("extractionError")(ErrorFacets.extraction(ol, gaps))(builder.extractionError)
      put("headwater_coverage")(CoverageFacet(settings, event.lineage.sinks, gaps))(builder.put(
        "headwater_coverage",
        _
      ))
      put("headwater_agent")(AgentFacet(settings, event.agent))(builder.put("headwater_agent", _))
    }
    builder.build()
  }

  private def jobFacets(event: RunEvent): OpenJobFacets = {
    val builder = ol.newJobFacetsBuilder()
    settings.enabled("jobType")(JobFacets.jobType(ol, event.jobType)).foreach(builder.jobType)
    settings.enabled("sql")(JobFacets.sql(ol, event.sql)).foreach(builder.sql)
    builder.build()
  }
}

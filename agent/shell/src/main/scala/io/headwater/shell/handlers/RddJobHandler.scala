package io.headwater.shell.handlers

import java.time.Instant

import scala.util.Try

import org.apache.spark.sql.SparkSession

import io.headwater.model.{Additions, Gap, PlanLineage, RunError, Statistics}
import io.headwater.plan.rdd.{RddLineage, StageRdds}
import io.headwater.plan.session.{CheckpointedRdds, RddSources, SessionContext}
import io.headwater.shell.capture.{Captured, JobInfo, JobProperties, RddJob, ThriftStatements}
import io.headwater.shell.config.AgentConfig
import io.headwater.shell.environment.{Contexts, LazySessionState}
import io.headwater.shell.extensions.python.DeclaredFunctions
import io.headwater.shell.extensions.{ExtensionCoordinator, RunDraft}
import io.headwater.shell.facets.RunFacets
import io.headwater.shell.failures.Failures
import io.headwater.shell.lifecycle.{Signal, SparkExecution}
import io.headwater.shell.naming.{JobDescriptions, RddNames, RunIds}

/** Turns Spark jobs that run for an RDD into signals. Each job that reads or writes data is a run. Used on the worker
  * thread only.
  */
final class RddJobHandler(
    config: AgentConfig,
    reader: PlanReader,
    builder: RunStartBuilder,
    extensions: ExtensionCoordinator,
    facets: RunFacets,
    statements: ThriftStatements,
    checkpoints: CheckpointedRdds
) {

  def started(start: Captured.JobStarted): Option[Signal] =
    if (config.filter.rddEventsDisabled) None
    else {
      val rdd = start.rdd
      val lineage = reader.lineageIfSkipped(rdd)
        .getOrElse(reader.timed(RddLineage.of(rdd, start.function, session)))
      val unread =
        if (start.hasEnded)
          Vector(Gap(rdd.getClass.getName, "sink", RddJobHandler.unwritten(Captured.JobUnread.ended)))
        else Vector.empty
      if (QueryFilter.touches(lineage))
        Some(started(start.job, RddNames.of(rdd), lineage.copy(gaps = lineage.gaps ++ unread)))
      else None
    }

  /** A job of which only the stages are known. It has no run if they name none of its inputs. */
  def unread(start: Captured.JobUnread): Option[Signal] =
    if (config.filter.rddEventsDisabled) None
    else {
      val rdds = start.job.event.stageInfos.flatMap(_.rddInfos)
      val sources = Option(Contexts.active).map(c => StageRdds.sources(rdds, c.hadoopConfiguration))
      sources.filter(_.inputs.nonEmpty) match {
        case Some(RddSources(inputs, unknown)) =>
          val reasons = unknown.map(Gap("RDD", "source", _)) :+
            Gap("RDD", "sink", RddJobHandler.unwritten(start.why))
          val lineage = PlanLineage(sources = inputs.map(_.copy(schema = Vector.empty)), gaps = reasons)
          Some(started(start.job, RddNames.ofStages(rdds), lineage))
        case None =>
          if (start.job.touchesData) reader.unread(start.job.event.jobId, start.why)
          None
      }
    }

  /** A job for an RDD belongs to no session. The first one has the settings that the application begins with, if the
    * program has used it.
    */
  private def session: SessionContext =
    SparkSession.getDefaultSession.filter(LazySessionState.isBuilt).fold(SessionContext(
      checkpoints = checkpoints,
      declarations = DeclaredFunctions.find
    ))(
      reader.sessions.of
    )

  private def started(job: RddJob, rddName: String, lineage: PlanLineage): Signal = {
    val event = job.event
    val info = JobInfo.of(event)
    val tags = job.tags
    val name = builder.names.of(extensions.blockName(tags).getOrElse(rddName))
    val draft = RunDraft(
      job.execution,
      Instant.ofEpochMilli(event.time),
      RunIds.at(event.time),
      builder.job(name),
      JobProperties.jobType(event),
      None,
      tags,
      client = statements.session(tags, info.group, None)
    )
    val start = RunStart(
      draft,
      root = job.batch.getOrElse(job.execution),
      subjects = subjects => Vector(subjects.of(event)),
      facets = facets.started(info),
      // in a batch it is the description of the streaming query
      description = if (job.batch.isDefined) None else JobDescriptions.of(info.description, None)
    )
    builder.build(start, builder.callExtensions(start).result(lineage), name)
  }

  def ended(job: Captured.JobEnded): Vector[Try[Signal]] = {
    val written = job.written.filter(_ => job.failure.isEmpty)
    end(job.execution, Instant.ofEpochMilli(job.time), Failures.of(job.failure, None), written)
  }

  /** The end of a job whose end was dropped.
    *
    * @param at when it had ended at the latest
    */
  def endDropped(job: SparkExecution.Job, at: Instant): Vector[Try[Signal]] =
    end(job, at, Some(UnknownEnd.ofJob.error), None, UnknownEnd.ofJob.gap)

  private def end(
      job: SparkExecution.Job,
      at: Instant,
      error: Option[RunError],
      written: Option[Statistics],
      gap: Additions = Additions.none
  ): Vector[Try[Signal]] = {
    val parts = new RunEndBuilder
    val added = parts.attempt(Additions.none)(extensions.ended(job, at, error))
    parts.of(Signal.RunEnded(job, at, error, written, added = facets.ended ++ added ++ gap))
  }
}

private object RddJobHandler {
  def unwritten(why: String): String = s"$why: what it has written is not seen"
}

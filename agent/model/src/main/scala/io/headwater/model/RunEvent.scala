package io.headwater.model

import java.time.Instant
import java.util.UUID

/** A job's name by the OpenLineage naming spec. */
final case class JobId(namespace: String, name: String)

/** A run and the job that it is a run of. */
final case class RunRef(runId: UUID, job: JobId, forwarded: Forwarded = Forwarded())

/** Facets of a run and of its job that an orchestrator hands on: JSON objects by facet name. */
final case class Forwarded(run: Map[String, String] = Map.empty, job: Map[String, String] = Map.empty)

/** Who started a run: its parent, and the outermost run above that. */
final case class Parent(parent: RunRef, root: RunRef)

/** OpenLineage's event types that the agent sends. RUNNING is for streaming alone. */
sealed abstract class EventType(val name: String, val terminal: Boolean)
object EventType {
  case object Start extends EventType("START", false)
  case object Running extends EventType("RUNNING", false)
  case object Complete extends EventType("COMPLETE", true)
  case object Fail extends EventType("FAIL", true)
  case object Abort extends EventType("ABORT", true)

  /** How a run ends, by why it did not end well. */
  def end(error: Option[RunError]): EventType =
    error.fold[EventType](Complete)(e => if (e.stopped) Abort else Fail)
}

/** The `jobType` facet: what runs (`SQL_JOB`, `RDD_JOB`, `APPLICATION`) and how (`BATCH`, `STREAMING`, `NONE`). */
final case class JobType(name: String, processing: String)
object JobType {
  val application: JobType = JobType("APPLICATION", "NONE")
  val sql: JobType = JobType("SQL_JOB", "BATCH")
  val streaming: JobType = JobType("SQL_JOB", "STREAMING")
  val rdd: JobType = JobType("RDD_JOB", "BATCH")
}

/** Why a run did not end well. `stopped`: somebody wanted it so, by cancelling its job or by a signal. */
final case class RunError(message: String, stackTrace: Option[String] = None, stopped: Boolean = false)

/** The running application, as the facets `spark_applicationDetails` and `processing_engine` have it. */
final case class Application(
    id: String,
    name: String,
    sparkVersion: String,
    master: String,
    deployMode: Option[String] = None,
    driverHost: Option[String] = None,
    user: Option[String] = None,
    uiUrl: Option[String] = None,
    proxyUrl: Option[String] = None,
    historyUrl: Option[String] = None,
    dataproc: Option[Dataproc] = None
)

/** One event, complete, before it takes OpenLineage's form. Two a run: START names the job and its datasets; the
  * terminal one carries everything, column lineage and statistics included; a stream's RUNNING is as full. `additions` are extensions'; `statistics` are of what is written, `reads` of what is read; `sequence`, the event's number
  * within its run, is given on the way out. `description` is what the user has called the job, `parameters` are the values that
  * the statement was given.
  */
final case class RunEvent(
    eventType: EventType,
    time: Instant,
    run: RunRef,
    jobType: JobType,
    application: Application,
    parent: Option[Parent] = None,
    lineage: PlanLineage = PlanLineage(),
    statistics: Map[DatasetId, Statistics] = Map.empty,
    sql: Option[String] = None,
    properties: Map[String, String] = Map.empty,
    error: Option[RunError] = None,
    agent: Map[String, Long] = Map.empty,
    additions: Additions = Additions.none,
    sequence: Option[Long] = None,
    streaming: Option[Streaming] = None,
    reads: Map[DatasetId, Statistics] = Map.empty,
    description: Option[String] = None,
    parameters: Vector[(String, String)] = Vector.empty
)

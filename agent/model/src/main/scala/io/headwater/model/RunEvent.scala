package io.headwater.model

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Instant
import java.util.UUID

import io.headwater.util.Texts

/** A job name according to the OpenLineage naming specification. An application, a stream or an extension may give a name
  * of megabytes, which would be in every event of the job and of its children, so that a long name is cut.
  */
final case class JobId(namespace: String, name: String)
object JobId {
  private val maxLength = 1000
  private val hashLength = 37

  def apply(namespace: String, name: String): JobId = new JobId(bounded(namespace), bounded(name))

  /** The beginning and a hash of the whole, so that different names stay different. */
  private def bounded(name: String): String =
    if (name.length <= maxLength + hashLength) name // also one that has been cut
    else s"${Texts.start(name, maxLength)}_${UUID.nameUUIDFromBytes(name.getBytes(UTF_8))}"
}

/** A run and its job. */
final case class RunRef(runId: UUID, job: JobId, forwarded: Forwarded = Forwarded())

/** Facets of a run and of its job that an orchestrator passes on: JSON objects by facet name. */
final case class Forwarded(run: Map[String, String] = Map.empty, job: Map[String, String] = Map.empty)

/** The parent of a run, and the root of the hierarchy of runs. */
final case class Parent(parent: RunRef, root: RunRef)

/** The event types of OpenLineage that the agent sends. RUNNING is for streaming queries only. */
sealed abstract class EventType(val name: String, val isTerminal: Boolean)
object EventType {
  case object Start extends EventType("START", false)
  case object Running extends EventType("RUNNING", false)
  case object Complete extends EventType("COMPLETE", true)
  case object Fail extends EventType("FAIL", true)
  case object Abort extends EventType("ABORT", true)

  /** The terminal event type of a run: ABORT if it was cancelled, FAIL if it failed. */
  def end(error: Option[RunError]): EventType =
    error.fold[EventType](Complete)(e => if (e.isStopped) Abort else Fail)
}

/** The `jobType` facet: the type of the job (`SQL_JOB`, `RDD_JOB`, `APPLICATION`) and its processing (`BATCH`, `STREAMING`,
  * `NONE`).
  */
final case class JobType(name: String, processing: String)
object JobType {
  val application: JobType = JobType("APPLICATION", "NONE")
  val sql: JobType = JobType("SQL_JOB", "BATCH")
  val streaming: JobType = JobType("SQL_JOB", "STREAMING")
  val rdd: JobType = JobType("RDD_JOB", "BATCH")
  val rddStreaming: JobType = JobType("RDD_JOB", "STREAMING")
}

/** Why a run failed. `isStopped` is true if it was cancelled, or ended by a signal. */
final case class RunError(message: String, stackTrace: Option[String] = None, isStopped: Boolean = false)

/** The Spark application, for the facets `spark_applicationDetails` and `processing_engine`. */
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

/** One complete event, before it is converted to OpenLineage. A run has two events: START contains what the plan
  * tells, the terminal event also what was written. A streaming query also has RUNNING events, which are as complete as
  * the terminal one.
  *
  * @param statistics
  *   the metrics of the datasets that are written
  * @param properties
  *   the Spark properties that the configuration captures
  * @param agent
  *   the counters of the agent
  * @param additions
  *   what extensions add
  * @param sequence
  *   the number of the event within its run; the emitter assigns it
  * @param reads
  *   the metrics of the datasets that are read
  * @param description
  *   the description that the user gave to the job
  * @param parameters
  *   the parameter values of the statement
  * @param extensions
  *   the calls of extensions so far
  * @param batch
  *   the batch of a streaming query that the run is a part of
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
    parameters: Vector[(String, String)] = Vector.empty,
    extensions: Vector[ExtensionCalls] = Vector.empty,
    batch: Option[StreamBatch] = None
)

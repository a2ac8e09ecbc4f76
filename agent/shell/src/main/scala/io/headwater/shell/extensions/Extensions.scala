package io.headwater.shell.extensions

import java.time.Instant
import java.util.UUID

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Dataset, ExtensionError, JobId, JobType, PlanLineage, RunEvent}
import io.headwater.plan.Lineage
import io.headwater.plan.session.CachedLineage
import io.headwater.shell.capture.ClientSession
import io.headwater.shell.extensions.snapshot.{Nodes, Subject, Subjects}
import io.headwater.shell.meters.Meters
import io.headwater.util.{Accessors, Attempts}

/** The agent's own lineage of plans, for extensions that delegate to the agent. Any thread can use it: it shares no
  * state with the walk over the query.
  */
final class DelegateLookup(createLineage: => Lineage) {
  private lazy val lineage = createLineage
  @volatile private var last: Option[(LogicalPlan, PlanLineage)] = None

  def sources(plan: LogicalPlan): Vector[Dataset] = of(plan).sources
  def sinks(plan: LogicalPlan): Vector[Dataset] = of(plan).sinks.map(_.dataset)

  /** A visitor asks twice for each plan: whether it is defined there, and for the datasets. */
  private def of(plan: LogicalPlan): PlanLineage = last match {
    case Some((same, found)) if same eq plan => found
    case _ =>
      val found = lineage.of(plan)
      last = Some(plan -> found)
      found
  }

  def outputLineage(plan: LogicalPlan): CachedLineage = lineage.ofOutput(plan)
}

/** A query, streaming query or RDD job at its start, before its plan is read.
  *
  * @param id
  *   the id of the run in the signals
  * @param query
  *   none for an RDD job and for most streaming queries
  * @param delegates
  *   none for an RDD job
  * @param streamSession
  *   the session of a streaming query
  * @param client
  *   who runs it, on a server of several users
  */
final case class RunDraft(
    id: Long,
    at: Instant,
    runId: UUID,
    job: JobId,
    jobType: JobType,
    sql: Option[String],
    tags: Set[String],
    query: Option[QueryExecution] = None,
    delegates: Option[DelegateLookup] = None,
    streamSession: Option[SparkSession] = None,
    client: Option[ClientSession] = None
) {

  /** The datasets that the agent itself finds as inputs of a plan. */
  def sources(plan: LogicalPlan): Vector[Dataset] = delegates.fold(Vector.empty[Dataset])(_.sources(plan))

  /** The datasets that the agent itself finds as outputs of a plan. */
  def sinks(plan: LogicalPlan): Vector[Dataset] = delegates.fold(Vector.empty[Dataset])(_.sinks(plan))

  /** By reflection: since Spark 4, `QueryExecution.sparkSession` has another type. */
  def session: Option[SparkSession] =
    streamSession.orElse(query.map(q => new Accessors(q).value[SparkSession]("sparkSession")))
}

/** The call of the extensions for one event.
  *
  * @param id
  *   the id of the run in the signals; none for the application
  * @param start
  *   at the start of a run: the run, and the plan nodes that visitors may visit
  * @param subjects
  *   creates the Spark objects that builders may be called with
  * @param onlyOfSubjects
  *   whether no builders are called but those of the subjects
  */
final case class ExtensionRequest(
    event: RunEvent,
    id: Option[Long],
    start: Option[(RunDraft, Nodes)],
    subjects: Subjects => Vector[Subject],
    onlyOfSubjects: Boolean = false
)

/** Extensions of one kind. A failure of an extension is an error in the response; it is never thrown. Used on the
  * worker thread only, except `wantsJobs`.
  */
trait Extensions {
  def consult(request: ExtensionRequest): ExtensionResponse

  /** Whether an extension uses the events of jobs and stages, or may use them, because it is not known yet which
    * extensions there are. It must be cheap: the listener thread calls it for each such event.
    */
  def wantsJobs: Boolean

  /** Whether an extension uses the progress of streaming queries. */
  def wantsProgress: Boolean
}

object Extensions {

  /** Calls all of `parts` in this order. If one of them fails itself, the response has an error for it. */
  def all(parts: Vector[Extensions]): Extensions = new Extensions {
    def consult(request: ExtensionRequest): ExtensionResponse =
      parts.map(p => Attempts.caught(p.consult(request)).fold(failed(p, _), identity))
        .foldLeft(ExtensionResponse.none)(_ ++ _)
    def wantsJobs: Boolean = parts.exists(_.wantsJobs)
    def wantsProgress: Boolean = parts.exists(_.wantsProgress)
  }

  /** The same extensions; the meters record the time of each call. */
  def timed(all: Extensions, meters: Meters): Extensions = new Extensions {
    def consult(request: ExtensionRequest): ExtensionResponse = meters.timeExtensions(all.consult(request))
    def wantsJobs: Boolean = all.wantsJobs
    def wantsProgress: Boolean = all.wantsProgress
  }

  private def failed(part: Extensions, cause: Throwable): ExtensionResponse =
    ExtensionResponse.ofErrors(Vector(ExtensionError(part.getClass.getName, "call", cause.toString)))
}

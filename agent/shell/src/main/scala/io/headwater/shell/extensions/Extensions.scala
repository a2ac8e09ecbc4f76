package io.headwater.shell.extensions

import java.time.Instant
import java.util.UUID

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Dataset, ExtensionError, JobId, JobType, RunEvent}
import io.headwater.plan.Lineage
import io.headwater.plan.session.CachedLineage
import io.headwater.shell.extensions.snapshot.{Nodes, Subject, Subjects}
import io.headwater.shell.meters.Meters
import io.headwater.util.{Accessors, Deadline}

/** What the agent itself finds at plans, for extensions that ask. Any thread: it shares nothing with the query's walk. */
final class DelegateLookup(make: => Lineage) {
  private lazy val lineage = make

  def sources(plan: LogicalPlan): Vector[Dataset] = lineage.of(plan).sources
  def sinks(plan: LogicalPlan): Vector[Dataset] = lineage.of(plan).sinks.map(_.dataset)
  def frame(plan: LogicalPlan): CachedLineage = lineage.ofOutput(plan)
}

/** A query or job as it starts, before its plan has been read. `id` is that of its signals; `query` and `walk` are none
  * for a job; a streaming query has no `query`, its session is `ofStream`.
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
    walk: Option[DelegateLookup] = None,
    ofStream: Option[SparkSession] = None
) {

  /** What the agent itself finds at a plan. */
  def datasets(plan: LogicalPlan): Vector[Dataset] = walk.fold(Vector.empty[Dataset])(_.sources(plan))

  def sinks(plan: LogicalPlan): Vector[Dataset] = walk.fold(Vector.empty[Dataset])(_.sinks(plan))

  /** By name: what a query calls its session's class is another from Spark 4 on. */
  def session: Option[SparkSession] =
    ofStream.orElse(query.map(q => new Accessors(q).value[SparkSession]("sparkSession")))
}

/** What extensions are asked for one event. `run` is that of the signals, none for the application; `started` is there
  * at a run's start alone, with the nodes that visitors are asked of.
  */
final case class ExtensionRequest(
    event: RunEvent,
    run: Option[Long],
    started: Option[(RunDraft, Nodes)],
    happened: Subjects => Vector[Subject]
)

/** Extensions of one kind. Whatever goes wrong there is an error in the answer, and none of the agent's. On the
  * worker's thread only, but for `wantsJobs`.
  */
trait Extensions {
  def consult(question: ExtensionRequest): ExtensionResponse

  /** Whether somebody wants to be asked of jobs and stages. Cheap: the bus thread asks for each. */
  def wantsJobs: Boolean
}

object Extensions {

  /** All of them; of what they say, the later ones' comes later. Should one fail itself, the others are there. */
  def all(parts: Vector[Extensions]): Extensions = new Extensions {
    def consult(question: ExtensionRequest): ExtensionResponse =
      parts.map(p => Deadline.caught(p.consult(question)).fold(failed(p, _), identity))
        .foldLeft(ExtensionResponse.none)(_ ++ _)
    def wantsJobs: Boolean = parts.exists(_.wantsJobs)
  }

  /** The same, with the time that they take. */
  def timed(all: Extensions, meters: Meters): Extensions = new Extensions {
    def consult(question: ExtensionRequest): ExtensionResponse = meters.asked(all.consult(question))
    def wantsJobs: Boolean = all.wantsJobs
  }

  private def failed(part: Extensions, cause: Throwable): ExtensionResponse =
    ExtensionResponse(
      Map.empty,
      Vector.empty,
      Vector(ExtensionError(part.getClass.getName, "ask", cause.toString))
    )
}

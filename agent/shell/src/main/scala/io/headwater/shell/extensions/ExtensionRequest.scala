package io.headwater.shell.extensions

import java.time.Instant
import java.util.UUID

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Dataset, JobId, JobType, RunEvent}
import io.headwater.shell.capture.ClientSession
import io.headwater.shell.extensions.snapshot.{Nodes, Subject, Subjects}
import io.headwater.shell.lifecycle.SparkExecution
import io.headwater.util.Accessors

/** A query, streaming query or RDD job at its start, before its plan is read.
  *
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
    execution: SparkExecution,
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
  * @param execution
  *   none for the application
  * @param start
  *   at the start of a run: the run, and the plan nodes that visitors may visit
  * @param subjects
  *   creates the Spark objects that builders may be called with
  * @param onlyOfSubjects
  *   whether no builders are called but those of the subjects
  */
final case class ExtensionRequest(
    event: RunEvent,
    execution: Option[SparkExecution],
    start: Option[(RunDraft, Nodes)],
    subjects: Subjects => Vector[Subject],
    onlyOfSubjects: Boolean = false
)

package io.headwater.shell

import java.time.Instant
import java.util.UUID

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.emit.transport.Deadline
import io.headwater.model.{Dataset, ExtensionError, JobId, JobType, RunEvent}
import io.headwater.plan.vendor.Accessors
import io.headwater.shell.python.answers.Answer
import io.headwater.shell.python.snapshot.{Nodes, Subject, Subjects}

/** A query or job as it starts, before its plan has been read. `id` is that of its signals; `query` is none for a job;
  * `datasets` is what the agent itself finds at a plan.
  */
final case class Draft(
    id: Long,
    at: Instant,
    runId: UUID,
    job: JobId,
    jobType: JobType,
    sql: Option[String],
    tags: Set[String],
    query: Option[QueryExecution] = None,
    datasets: LogicalPlan => Vector[Dataset] = _ => Vector.empty
) {

  /** By name: what a query calls its session's class is another from Spark 4 on. */
  def session: Option[SparkSession] = query.map(q => new Accessors(q).value[SparkSession]("sparkSession"))
}

/** What extensions are asked for one event. `run` is that of the signals, none for the application; `started` is there
  * at a run's start alone, with the nodes that visitors are asked of.
  */
final case class Question(
    event: RunEvent,
    run: Option[Long],
    started: Option[(Draft, Nodes)],
    happened: Subjects => Vector[Subject]
)

/** Extensions of one kind. Whatever goes wrong there is an error in the answer, and none of the agent's. On the
  * worker's thread only, but for `wantsJobs`.
  */
trait Extensions {
  def consult(question: Question): Answer

  /** Whether somebody wants to be asked of jobs and stages. Cheap: the bus thread asks for each. */
  def wantsJobs: Boolean
}

object Extensions {

  /** All of them; of what they say, the later ones' comes later. Should one fail itself, the others are there. */
  def all(parts: Vector[Extensions]): Extensions = new Extensions {
    def consult(question: Question): Answer =
      parts.map(p => Deadline.caught(p.consult(question)).fold(failed(p, _), identity))
        .foldLeft(Answer.none)(_ ++ _)
    def wantsJobs: Boolean = parts.exists(_.wantsJobs)
  }

  private def failed(part: Extensions, cause: Throwable): Answer =
    Answer(Map.empty, Vector.empty, Vector(ExtensionError(part.getClass.getName, "ask", cause.toString)))
}

package io.headwater.shell.extensions.python

import java.time.Instant
import java.util.UUID

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Application, EventType, JobId, JobType, RunEvent, RunRef}
import io.headwater.redaction.{ValueScanner => _}
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{ExtensionRequest, RunDraft}

/** How long extensions take: for `make bench`, and for whoever writes one. */
object Timings {

  /** Asks the extensions of a running application of a query's start, one time after the other, as the worker does:
    * match, snapshot, round trip, answer.
    *
    * @param application `SparkContext.applicationId`
    * @return nanoseconds, one number a time, separated by blanks
    * @throws java.lang.IllegalStateException where the agent does not run for the application
    */
  def of(application: String, query: QueryExecution, times: Int): String = {
    val extensions =
      AttachedSessions.find(
        application
      ).getOrElse(throw new IllegalStateException(s"no agent for $application"))
    val run = RunRef(new UUID(0, 0), JobId("default", "timings"))
    val app = Application(application, "timings", SPARK_VERSION, "local")
    val event = RunEvent(EventType.Start, Instant.EPOCH, run, JobType.sql, app)
    val draft = RunDraft(0L, event.time, run.runId, run.job, event.jobType, None, Set.empty, Some(query))
    Vector.fill(times) {
      val start = System.nanoTime
      val asked = ExtensionRequest(event, Some(0L), Some(draft -> Nodes.of(query)), _ => Vector.empty)
      val answer = extensions.consult(asked)
      val end = System.nanoTime - start
      if (answer.errors.nonEmpty) throw new IllegalStateException(answer.errors.mkString("; "))
      end
    }.mkString(" ")
  }
}

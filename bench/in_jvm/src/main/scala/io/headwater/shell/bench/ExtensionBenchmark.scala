package io.headwater.shell.bench

import java.time.Instant
import java.util.UUID

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.model.{Application, EventType, JobId, JobType, RunEvent, RunRef}
import io.headwater.shell.extensions.python.RunningApplications
import io.headwater.shell.extensions.snapshot.Nodes
import io.headwater.shell.extensions.{ExtensionRequest, RunDraft}
import io.headwater.shell.lifecycle.SparkExecution

/** Measures the time that extensions take, for `bench/in_spark/extensions.py`. It has a jar of its own beside the agent's. It
  * is in a package of the agent, because it calls the extensions of a running agent, which no interface gives out.
  */
object ExtensionBenchmark {

  /** Calls the extensions of a running application for the start of a query, as the worker thread does. One
    * measurement includes the choice of the hooks, the snapshot, the round trip and the reading of the answer.
    *
    * @param application
    *   `SparkContext.applicationId`
    * @return
    *   nanoseconds, one number for each call, separated by spaces
    * @throws java.lang.IllegalStateException
    *   if no agent runs for the application, or if an extension fails
    */
  def of(application: String, query: QueryExecution, times: Int): String = {
    val extensions = RunningApplications.find(application)
      .getOrElse(throw new IllegalStateException(s"no agent for $application"))
    val run = RunRef(new UUID(0, 0), JobId("default", "timings"))
    val app = Application(application, "timings", SPARK_VERSION, "local")
    val event = RunEvent(EventType.Start, Instant.EPOCH, run, JobType.sql, app)
    val execution = SparkExecution.Query(0)
    val draft =
      RunDraft(execution, event.time, run.runId, run.job, event.jobType, None, Set.empty, Some(query))
    Vector.fill(times) {
      val start = System.nanoTime
      val request =
        ExtensionRequest(event, Some(execution), Some(draft -> Nodes.of(query)), _ => Vector.empty)
      val response = extensions.consult(request)
      val duration = System.nanoTime - start
      if (response.errors.nonEmpty) throw new IllegalStateException(response.errors.mkString("; "))
      duration
    }.mkString(" ")
  }
}

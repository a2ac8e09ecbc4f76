package io.headwater.shell.capture

import java.util.Properties

import org.apache.spark.scheduler.{JobSucceeded, SparkListenerJobEnd, SparkListenerJobStart, StageInfo}
import org.apache.spark.storage.RDDInfo
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.Statistics
import io.headwater.shell.lifecycle.SparkExecution

final class OpenJobsSuite extends AnyFunSuite {

  private def stage(id: Int): StageInfo =
    new StageInfo(id, 0, "stage", 1, Seq.empty[RDDInfo], Seq.empty[Int], "", resourceProfileId = 0)

  /** A job that reads and writes nothing that its stages tell. */
  private def start(id: Int, stages: Int*): SparkListenerJobStart =
    SparkListenerJobStart(id, 0L, stages.map(stage), new Properties)

  private def startOf(query: String, id: Int, stages: Int*): SparkListenerJobStart = {
    val event = start(id, stages: _*)
    event.properties.setProperty("spark.sql.execution.id", query)
    event.properties.setProperty("spark.job.description", s"job $id")
    event
  }

  private def end(id: Int) = SparkListenerJobEnd(id, 1L, JobSucceeded)
  private def completed(id: Int): CompletedStage = CompletedStage(stage(id), None, isCountedOnce = true)

  private def opened(queries: Long*): (OpenExecutions, OpenJobs) = {
    val executions = new OpenExecutions
    queries.foreach(executions.started)
    (executions, new OpenJobs(executions))
  }

  private def first(captured: Option[Captured]): Option[(Long, Int, Option[String])] = captured.map {
    case Captured.QueryJob(query, job) => (query, job.id, job.description)
    case other => fail(s"no job of a query: $other")
  }

  test("the first job of a query is told, and no other one before the query has ended") {
    val (_, jobs) = opened(7L, 8L)
    assert(first(jobs.started(startOf("7", 1))).contains((7L, 1, Some("job 1"))))
    assert(jobs.started(startOf("7", 2)).isEmpty)
    assert(jobs.started(startOf("8", 3)).isDefined)
    assert(jobs.started(startOf("no number", 4)).isEmpty)
    assert(jobs.started(SparkListenerJobStart(5, 0L, Seq.empty, null)).isEmpty)
  }

  test("a job that Spark has started on a thread of its own does not tell where the program has") {
    def callSite(stageName: String) = {
      val info =
        new StageInfo(1, 0, stageName, 1, Seq.empty[RDDInfo], Seq.empty[Int], "", resourceProfileId = 0)
      JobInfo.of(SparkListenerJobStart(1, 0L, Seq(info), new Properties)).callSite
    }
    assert(callSite("parquet at App.scala:7").contains("parquet at App.scala:7"))
    assert(callSite("$anonfun$withThreadLocalCaptured$2 at CompletableFuture.java:1768").isEmpty)
  }

  test("a job of a query that has ended is not told") {
    val (executions, jobs) = opened(7L)
    assert(executions.ended(7L).isEmpty && jobs.started(startOf("7", 1)).isEmpty)
  }

  test("a query has the completed stages of its jobs, and no other ones") {
    val (executions, jobs) = opened(7L, 8L)
    jobs.started(startOf("7", 1, 10, 11))
    jobs.started(startOf("8", 2, 20))
    jobs.started(start(3, 30))
    Seq(10, 20, 30, 11).foreach(id => jobs.completed(completed(id)))
    jobs.ended(end(1))
    jobs.completed(completed(11))
    assert(executions.ended(7L).map(_.info.stageId) == Vector(10, 11))
    assert(executions.ended(8L).map(_.info.stageId) == Vector(20))
  }

  test(
    "each attempt of a stage has its job as long as the job runs, and what a job runs for is known from its start on"
  ) {
    val (executions, jobs) = opened(7L)
    jobs.started(startOf("7", 1, 3))
    jobs.started(start(2, 4))
    executions.ended(7L)
    assert(jobs.ofStage(3).map(_.run).contains(JobRun(SparkExecution.Query(7))))
    assert(jobs.ofStage(3).map(_.id).contains(1))
    assert(jobs.ofStage(4).map(_.run).contains(JobRun(SparkExecution.Job(2))))
    jobs.ended(end(1))
    assert(jobs.ofStage(3).isEmpty && jobs(1).isEmpty && jobs(2).isDefined)
  }

  test("the end of a job leaves the stages that another job shares with it") {
    val (_, jobs) = opened()
    jobs.started(start(1, 3, 4))
    jobs.started(start(2, 4, 5))
    jobs.ended(end(1))
    assert(jobs.ofStage(4).map(_.id).contains(2) && jobs.ofStage(3).isEmpty)
  }

  test("the end of a job of an RDD has what its last stage has written; another job has no end") {
    val (_, jobs) = opened()
    val written = Some(Statistics(Some(2), Some(20)))
    jobs.started(start(1, 3, 4))
    jobs(1).foreach(_.resultOfRun = Some(4))
    jobs.completed(completed(3).copy(written = Some(Statistics(Some(9), Some(9)))))
    jobs.completed(completed(4).copy(written = written))
    jobs.started(start(2, 5))
    assert(jobs.ended(end(1)).contains(Captured.JobEnded(SparkExecution.Job(1), 1L, None, written)))
    assert(jobs.ended(end(1)).isEmpty && jobs.ended(end(2)).isEmpty)
  }

  test("jobs whose ends never come are removed with their stages, the oldest first") {
    val (_, jobs) = opened()
    for (id <- 0 until 2 * OpenJobs.maxJobs) jobs.started(start(id, 2 * id, 2 * id + 1))
    assert(jobs.size == 3 * OpenJobs.maxJobs)
    assert(jobs(0).isEmpty && jobs.ofStage(0).isEmpty && jobs(2 * OpenJobs.maxJobs - 1).isDefined)
  }
}

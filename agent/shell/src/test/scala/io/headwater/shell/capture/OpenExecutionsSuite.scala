package io.headwater.shell.capture

import java.util.{Properties, UUID}

import org.apache.spark.scheduler.SparkListenerJobStart
import org.scalatest.funsuite.AnyFunSuite

final class OpenExecutionsSuite extends AnyFunSuite {
  private def job(id: Int, query: String): SparkListenerJobStart = {
    val properties = new Properties
    properties.setProperty("spark.sql.execution.id", query)
    properties.setProperty("spark.job.description", s"job $id")
    SparkListenerJobStart(id, 0L, Seq.empty, properties)
  }

  test("the first job of a query is told, and no other one before the query has ended") {
    val executions = new OpenExecutions
    executions.started(7L)
    executions.started(8L)
    val first = executions.jobStarted(job(1, "7"))
    assert(first.collect { case Captured.QueryJob(query, outline) =>
      (query, outline.id, outline.description)
    }
      .contains((7L, 1, Some("job 1"))))
    assert(executions.jobStarted(job(2, "7")).isEmpty)
    assert(executions.jobStarted(job(3, "8")).isDefined)
    assert(executions.jobStarted(job(4, "no number")).isEmpty)
    assert(executions.jobStarted(SparkListenerJobStart(5, 0L, Seq.empty, null)).isEmpty)
  }

  test("a job of a query that has ended is not told") {
    val executions = new OpenExecutions
    executions.started(7L)
    assert(executions.ended(7L).isEmpty && executions.jobStarted(job(1, "7")).isEmpty)
  }

  test("the late end of a stream's last run does not end the run that has begun since") {
    val executions = new OpenExecutions
    val (stream, first, second) = (new UUID(0, 1), new UUID(0, 2), new UUID(0, 3))
    val ofStream = SparkListenerJobStart(1, 0L, Seq.empty, new Properties)
    ofStream.properties.setProperty("sql.streaming.queryId", stream.toString)
    executions.streamStarted(stream, first)
    executions.streamStarted(stream, second)
    executions.streamEnded(stream, first)
    assert(executions.ownerOf(ofStream) == JobOwner.Engine)
    executions.streamEnded(stream, second)
    assert(executions.ownerOf(ofStream) == JobOwner.Program)
  }
}

package io.headwater.shell.capture

import java.util.{Properties, UUID}

import org.apache.spark.scheduler.SparkListenerJobStart
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.lifecycle.SparkExecution.StreamingQuery

final class OpenExecutionsSuite extends AnyFunSuite {
  test("the late end of a stream's last run does not end the run that has begun since") {
    val executions = new OpenExecutions
    val queryId = new UUID(0, 1)
    val (first, second) = (StreamingQuery(queryId, new UUID(0, 2)), StreamingQuery(queryId, new UUID(0, 3)))
    val ofStream = SparkListenerJobStart(1, 0L, Seq.empty, new Properties)
    ofStream.properties.setProperty("sql.streaming.queryId", queryId.toString)
    executions.streamStarted(first)
    executions.streamStarted(second)
    executions.streamEnded(first)
    assert(executions.ownerOf(ofStream) == JobOwner.Engine(None))
    executions.streamEnded(second)
    assert(executions.ownerOf(ofStream) == JobOwner.Program)
  }

  /** A job on a thread that has the id of a query. */
  private def job(id: Int, query: Long): SparkListenerJobStart = {
    val start = SparkListenerJobStart(id, 0L, Seq.empty, new Properties)
    start.properties.setProperty("spark.sql.execution.id", query.toString)
    start
  }

  private final class Running(var queries: Set[Long], var next: Int) extends SparkStatus {
    def isRunning(query: Long): Boolean = queries(query)
    def nextJobId: Option[Int] = Some(next)
  }

  test(
    "a job that begins after Spark has forgotten a query is not one of it, if the query's end was dropped"
  ) {
    val spark = new Running(Set(7L, 8L), next = 0)
    val executions = new OpenExecutions(spark)
    executions.started(7)
    executions.started(8)
    assert(executions.ownerOf(job(0, 7)) == JobOwner.Engine(Some(7)))
    spark.queries = Set(8L)
    spark.next = 3
    executions.started(9)
    assert(executions.ownerOf(job(2, 7)) == JobOwner.Engine(Some(7)), "the bus lags")
    assert(executions.ownerOf(job(3, 7)) == JobOwner.Program)
    assert(executions.ownerOf(job(3, 8)) == JobOwner.Engine(Some(8)))
    assert(executions.ended(7).isEmpty)
    assert(executions.ownerOf(job(4, 7)) == JobOwner.Program)
  }

  test("the jobs of a query are its own if Spark does not tell the next job") {
    val spark = new SparkStatus {
      def isRunning(query: Long): Boolean = false
      def nextJobId: Option[Int] = None
    }
    val executions = new OpenExecutions(spark)
    executions.started(7)
    executions.started(8)
    assert(executions.ownerOf(job(9, 7)) == JobOwner.Engine(Some(7)))
  }
}

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
    val ofStream = jobOfStream(queryId)
    executions.streamStarted(first)
    executions.streamStarted(second)
    executions.streamEnded(first)
    assert(executions.ownerOf(ofStream) == JobOwner.Engine(None))
    executions.streamEnded(second)
    assert(executions.ownerOf(ofStream) == JobOwner.Program)
  }

  /** A job on a thread that has the id of a streaming query. */
  private def jobOfStream(queryId: UUID): SparkListenerJobStart = {
    val start = SparkListenerJobStart(1, 0L, Seq.empty, new Properties)
    start.properties.setProperty("sql.streaming.queryId", queryId.toString)
    start
  }

  /** A job on a thread that has the id of a query. */
  private def job(id: Int, query: Long): SparkListenerJobStart = {
    val start = SparkListenerJobStart(id, 0L, Seq.empty, new Properties)
    start.properties.setProperty("spark.sql.execution.id", query.toString)
    start
  }

  private final class Running(var queries: Set[Long], var next: Int) extends SparkStatus {
    var streams = Set.empty[StreamingQuery]
    def isRunning(executionId: Long): Boolean = queries(executionId)
    def isRunning(query: StreamingQuery): Option[Boolean] = Some(streams(query))
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
      def isRunning(executionId: Long): Boolean = false
      def isRunning(query: StreamingQuery): Option[Boolean] = None
      def nextJobId: Option[Int] = None
    }
    val executions = new OpenExecutions(spark)
    executions.started(7)
    executions.started(8)
    assert(executions.ownerOf(job(9, 7)) == JobOwner.Engine(Some(7)))
  }

  private val many = 3L * OpenExecutions.maxForgotten

  test("queries that run are all kept, however many, each with its first job and its stages") {
    val executions = new OpenExecutions(new Running((0L until many).toSet, next = 0))
    for (id <- 0L until many) executions.started(id)
    for (id <- 0L until many) {
      assert(executions.ownerOf(job(1, id)) == JobOwner.Engine(Some(id)))
      assert(executions.jobStarted(id) && !executions.jobStarted(id))
    }
  }

  test("of queries that Spark has forgotten and whose ends were dropped, the oldest are removed first") {
    val spark = new Running((0L to many).toSet, next = 5)
    val executions = new OpenExecutions(spark)
    for (id <- 0L until many) executions.started(id)
    spark.queries = Set(many)
    executions.started(many)
    val kept = (0L to many).count(id => executions.ownerOf(job(1, id)) == JobOwner.Engine(Some(id)))
    assert(kept == OpenExecutions.maxForgotten + 1)
    assert(executions.ownerOf(job(9, many)) == JobOwner.Engine(Some(many)))
  }

  test("streaming queries that run are all kept; of the others the oldest is removed first") {
    val spark = new Running(Set.empty, next = 0)
    val executions = new OpenExecutions(spark)
    val all = (1L to many).map(n => StreamingQuery(new UUID(0, n), new UUID(1, n)))
    spark.streams = all.toSet
    all.foreach(executions.streamStarted)
    assert(all.forall(q => executions.ownerOf(jobOfStream(q.queryId)) == JobOwner.Engine(None)))
    spark.streams -= all(7)
    executions.streamStarted(StreamingQuery(new UUID(0, 0), new UUID(1, 0)))
    val removed = all.filter(q => executions.ownerOf(jobOfStream(q.queryId)) == JobOwner.Program)
    assert(removed == Vector(all(7)))
  }
}

package io.headwater.shell.capture

import java.util.Properties

import org.apache.spark.scheduler.SparkListenerJobStart
import org.scalatest.funsuite.AnyFunSuite

final class QueryJobsSuite extends AnyFunSuite {
  private def job(id: Int, query: String): SparkListenerJobStart = {
    val properties = new Properties
    properties.setProperty("spark.sql.execution.id", query)
    properties.setProperty("spark.job.description", s"job $id")
    SparkListenerJobStart(id, 0L, Seq.empty, properties)
  }

  test("the first job of a query is told, and no other one before the query has ended") {
    val jobs = new QueryJobs
    val first = jobs.started(job(1, "7"))
    assert(first.collect { case Captured.QueryJob(query, outline) =>
      (query, outline.id, outline.description)
    }
      .contains((7L, 1, Some("job 1"))))
    assert(jobs.started(job(2, "7")).isEmpty)
    assert(jobs.started(job(3, "8")).isDefined)
    assert(jobs.started(job(4, "no number")).isEmpty)
    assert(jobs.started(SparkListenerJobStart(5, 0L, Seq.empty, null)).isEmpty)
    jobs.ended(7L)
    assert(jobs.started(job(6, "7")).isDefined)
  }

  test("jobs that outlive their queries leave nothing behind that grows") {
    val jobs = new QueryJobs
    for (query <- 0 to 2 * QueryStages.maxQueries) {
      jobs.ended(query.toLong)
      jobs.started(job(query, query.toString))
    }
    assert(jobs.size == QueryStages.maxQueries)
  }
}

package io.headwater.shell.lifecycle

import java.time.Instant
import java.util.UUID

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{
  AddedFacet,
  Additions,
  Application,
  Dataset,
  DatasetId,
  FacetTarget,
  JobId,
  JobType,
  PlanLineage,
  RunEvent,
  RunRef,
  Sink,
  Statistics
}
import io.headwater.shell.lifecycle.SparkExecution.{Job, Query}

/** What the ends of queries and jobs add to their runs: counts and facets. */
final class RunEndsSuite extends AnyFunSuite {
  private def at(second: Long): Instant = Instant.ofEpochSecond(second)
  private def id(n: Long): UUID = new UUID(0, n)

  private val begin = Signal.ApplicationStarted(
    at(0),
    RunRef(id(1000), JobId("default", "app")),
    Application("app-1", "App", "4.0.0", "local"),
    Map.empty,
    None
  )

  private def writes(name: String, namespace: String = "file") =
    PlanLineage(sinks = Vector(Sink(Dataset(DatasetId(namespace, name)))))

  private def started(n: Long, root: Long = 1, lineage: PlanLineage = writes("/t")) =
    Signal.RunStarted(
      Query(n),
      Query(root),
      at(n),
      id(n),
      JobId("default", s"app.$n"),
      JobType.sql,
      lineage,
      None,
      reported = true
    )

  private def ended(n: Long, rows: Option[Long] = None) =
    Signal.RunEnded(Query(n), at(n + 50), None, rows.map(r => Statistics(Some(r), None, None)))

  private def run(signals: Signal*): Vector[RunEvent] =
    signals.foldLeft((Runs(), Vector.empty[RunEvent])) { case ((state, sent), signal) =>
      val (next, events) = state(signal)
      (next, sent ++ events)
    }._2

  test("what tasks say they have written is a single output's, where nothing else has counted that") {
    val byTasks = ended(2).copy(tasks = Some(Statistics(Some(5))))
    def counted(lineage: PlanLineage, end: Signal.RunEnded) =
      run(begin, started(1, lineage = lineage), started(2, root = 1), byTasks, end).last.statistics
    assert(counted(writes("/t"), ended(1)) == Map(DatasetId("file", "/t") -> Statistics(Some(5))))
    val two = PlanLineage(sinks = writes("/t").sinks ++ writes("/u").sinks)
    assert(counted(two, ended(1)).isEmpty)
    val known = ended(1, rows = Some(7))
    assert(counted(writes("/t"), known) == Map(DatasetId("file", "/t") -> Statistics(Some(7))))
  }

  test("the bytes of an RDD job are not those of local files, nor none at all") {
    def counted(namespace: String, bytes: Long) = {
      val job = started(1, lineage = writes("/t", namespace)).copy(execution = Job(0), root = Job(0))
      val end = ended(1).copy(execution = Job(0), written = Some(Statistics(Some(4), Some(bytes))))
      run(begin, job, end).last.statistics.values.toVector
    }
    assert(counted("hdfs://name:8020", 28) == Vector(Statistics(Some(4), Some(28))))
    assert(counted("s3://lake", 0) == Vector(Statistics(Some(4))))
    assert(counted("file", 36) == Vector(Statistics(Some(4))))
    val query = ended(1).copy(written = Some(Statistics(Some(4), Some(28))))
    assert(run(begin, started(1), query).last.statistics.values.toVector == query.written.toVector)
  }

  test("the facets about a plan are those of the run's own plan, other ones also of the queries inside") {
    def facet(name: String, json: String) = AddedFacet(FacetTarget.Run, name, json)
    val plans = Vector("spark.logicalPlan", "spark_unknown", "debug")
    val job = facet("spark_jobDetails", "inner")
    val ofInner = ended(2).copy(added = Additions(plans.map(facet(_, "inner")) :+ job))
    def facets(end: Signal) = run(begin, started(1), started(2), ofInner, end).last.additions.facets
    assert(facets(ended(1)) == Vector(job))
    val own = plans.map(facet(_, "outer"))
    assert(facets(ended(1).copy(added = Additions(own))).toSet == (own :+ job).toSet)
  }

  test("a query that may run inside another one has no run if it writes nothing while one runs") {
    def reads(n: Long) = started(n, root = n, lineage = PlanLineage()).copy(isRootKnown = false)
    def jobs(events: Vector[RunEvent]) = events.map(_.run.job.name).distinct
    assert(jobs(run(begin, started(1), reads(2), ended(2), ended(1))) == Vector("app", "app.1"))
    assert(jobs(run(begin, started(1), ended(1), reads(2), ended(2))) == Vector("app", "app.1", "app.2"))
    val writer = started(2, root = 2, lineage = writes("/other")).copy(isRootKnown = false)
    assert(jobs(run(begin, started(1), writer, ended(2), ended(1))) == Vector("app", "app.1", "app.2"))
  }
}

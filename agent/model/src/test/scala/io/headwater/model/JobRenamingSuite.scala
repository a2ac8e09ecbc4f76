package io.headwater.model

import java.time.Instant
import java.util.UUID

import org.scalatest.funsuite.AnyFunSuite

class JobRenamingSuite extends AnyFunSuite {
  private def run(n: Long, job: String) = RunRef(new UUID(0, n), JobId("ns", job))
  private val orchestrator = run(1, "dag")
  private val application = run(2, "app")
  private val query = run(3, "app.query")
  private val renaming = new JobRenaming(Some(application.runId))

  private def event(of: RunRef, kind: JobType, parent: Option[Parent]) =
    RunEvent(EventType.Start, Instant.EPOCH, of, kind, Application("a", "a", "4.0.1", "local"), parent)

  private def upper(id: JobId) = id.copy(name = id.name.toUpperCase)

  test("the job of an orchestrator keeps its name") {
    val started = event(application, JobType.application, Some(Parent(orchestrator, orchestrator)))
    val renamed = renaming(started, upper)
    assert(renaming.ids(started).map(_.name) == Vector("app"))
    assert(renamed.run.job.name == "APP")
    assert(renamed.parent.contains(Parent(orchestrator, orchestrator)))
  }

  test("a query and its application get their names, below an orchestrator or not") {
    val within = renaming(event(query, JobType.sql, Some(Parent(application, orchestrator))), upper)
    assert(within.run.job.name == "APP.QUERY")
    assert(within.parent.map(p => (p.parent.job.name, p.root.job.name)).contains(("APP", "dag")))
    val alone = renaming(event(query, JobType.sql, Some(Parent(application, application))), upper)
    assert(alone.parent.map(p => (p.parent.job.name, p.root.job.name)).contains(("APP", "APP")))
  }

  test("the run of a pipeline between a query and its application is renamed, too") {
    val pipeline = run(4, "pipeline")
    val flow = event(query, JobType.sql, Some(Parent(pipeline, application)))
    assert(renaming.ids(flow).map(_.name) == Vector("app.query", "pipeline", "app"))
    assert(renaming(flow, upper).parent.map(_.parent.job.name).contains("PIPELINE"))
  }

  test("a query inside foreachBatch names its stream by the new name") {
    val stream = run(4, "app.stream")
    val child = event(query, JobType.sql, Some(Parent(application, orchestrator)))
      .copy(batch = Some(StreamBatch(stream, Some(7))))
    assert(renaming.ids(child).map(_.name) == Vector("app.query", "app", "app.stream"))
    assert(renaming(child, upper).batch.map(_.stream.job.name).contains("APP.STREAM"))
  }

  test("a job's name of megabytes is cut, and names that differ stay different") {
    val long = "x" * (5 << 20)
    val cut = JobId("ns", long).name
    assert(cut.length < 1100 && cut.startsWith("xxx"))
    assert(cut != JobId("ns", s"${long}y").name && cut == JobId("ns", long).name)
    assert(JobId("ns", cut).name == cut, "a namer returns the name as it is in the event")
    assert(
      JobId("ns", "x" * 999 + "\ud83d\ude00" * 99).name.take(1000) == "x" * 999 + "_",
      "no half of a character"
    )
  }
}

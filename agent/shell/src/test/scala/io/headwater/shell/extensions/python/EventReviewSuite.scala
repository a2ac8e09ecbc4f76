package io.headwater.shell.extensions.python

import java.time.Instant
import java.util.UUID
import java.util.regex.Pattern

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model._
import io.headwater.redaction.Redactor
import io.headwater.shell.config.PythonConfig
import io.headwater.shell.extensions.python.peers.Bridge
import io.headwater.shell.json.Json
import io.headwater.shell.meters.Meters

class EventReviewSuite extends AnyFunSuite {
  import EventReviewSuite._

  test("a filter drops a dataset whose name has a secret") {
    val review = new Reviews
    review.connect("filter") { request =>
      val redacted = Json.items(request.path("event").path("inputs")).map(Json.text(_, "name"))
      s"""{"done": [0], "drop": [{"namespace": "s3://lake", "name": "${redacted.head}"}]}"""
    }
    val kept = review(event(EventType.Complete, PlanLineage(Vector(Dataset(secret), Dataset(other)))))
    assert(kept.lineage.sources.map(_.id) == Vector(other))
  }

  test("a namer renames a dataset whose name has a secret") {
    val review = new Reviews
    review.connect("namer") { request =>
      val redacted = Json.items(request.path("event").path("inputs")).map(Json.text(_, "name")).head
      s"""{"done": [0], "names": [{"from": {"namespace": "s3://lake", "name": "$redacted"},
         | "to": {"namespace": "s3://lake", "name": "people"}}]}""".stripMargin
    }
    val named = review(event(EventType.Complete, PlanLineage(Vector(Dataset(secret)))))
    assert(named.lineage.sources.map(_.id.name) == Vector("people"))
  }

  test("a filter drops a view, a namer renames it, and so the source of a column that is no input") {
    val lineage = PlanLineage(
      Vector(Dataset(other)),
      Vector(Sink(Dataset(DatasetId("n", "out")), Vector(ColumnLineage("c", Vector(from("declared")))))),
      views = Vector(
        ReadView(Dataset(DatasetId("n", "v")), Vector(ColumnLineage("c", Vector(from("hidden")))))
      )
    )
    val filtered = new Reviews
    filtered.connect("filter") { request =>
      s"""{"done": [0], "drop": ${request.path("others")}}"""
    }
    val kept = filtered(event(EventType.Complete, lineage)).lineage
    assert(kept.views.isEmpty && kept.sinks.head.columns.head.dependencies.isEmpty)

    val named = new Reviews
    named.connect("namer") { request =>
      val pairs = Json.items(request.path("others")).map(id =>
        s"""{"from": $id, "to": {"namespace": "m", "name": "${Json.text(id, "name")}"}}"""
      )
      s"""{"done": [0], "names": [${pairs.mkString(", ")}]}"""
    }
    val renamed = named(event(EventType.Complete, lineage)).lineage
    assert(renamed.views.head.dataset.id == DatasetId("m", "v"))
    assert(renamed.sinks.head.columns.head.dependencies.head.source.dataset == DatasetId("m", "declared"))
  }

  test("a run that has started before there was a namer of jobs keeps its job") {
    val review = new Reviews
    val none = PlanLineage(Vector.empty)
    assert(review(event(EventType.Start, none)).run.job.namespace == "default")
    review.connect("jobNamer") { request =>
      val pairs = Json.items(request.path("jobs")).map(job =>
        s"""{"from": $job, "to": {"namespace": "sales", "name": "${Json.text(job, "name")}"}}"""
      )
      s"""{"done": [0], "jobs": [${pairs.mkString(", ")}]}"""
    }
    val later = event(EventType.Start, none).copy(run = runOf(2))
    assert(review(later).run.job == JobId("sales", "app.job"))
    assert(review(event(EventType.Running, none)).run.job.namespace == "default")
    val child = later.copy(run = runOf(3), parent = Some(Parent(runOf(1), runOf(1))))
    assert(review(child).run.job.namespace == "sales")
    assert(review(child).parent.exists(_.parent.job.namespace == "default"))
    assert(review(event(EventType.Complete, none)).run.job.namespace == "default")
    assert(review(later.copy(eventType = EventType.Complete)).run.job.namespace == "sales")
  }

  test("if a namer fails, the run keeps its names and the error; the next run asks again") {
    val review = new Reviews
    var calls = 0
    review.connect("namer") { request =>
      calls += 1
      if (calls == 1)
        """{"done": [], "errors": [{"extension": "m:e", "stage": "rename", "message": "away"}]}"""
      else lake(request)
    }
    val lineage = PlanLineage(Vector(Dataset(other)))
    for (eventType <- Seq(EventType.Start, EventType.Complete)) {
      val reviewed = review(event(eventType, lineage))
      assert(reviewed.lineage.sources.map(_.id) == Vector(other))
      assert(reviewed.additions.errors.map(_.message) == Vector("away"))
    }
    assert(calls == 1)
    for (number <- 2L to 3L) {
      val reviewed = review(event(EventType.Complete, lineage).copy(run = runOf(number)))
      assert(reviewed.lineage.sources.map(_.id.namespace) == Vector("lake"))
    }
    assert(calls == 2)
  }

  test("a stream whose namer fails gets its names in a later batch") {
    val review = new Reviews
    var calls = 0
    review.connect("namer") { request =>
      calls += 1
      if (calls == 1) """{"done": []}""" else lake(request)
    }
    val batch =
      event(EventType.Running, PlanLineage(Vector(Dataset(other)))).copy(jobType = JobType.streaming)
    assert(Seq.fill(3)(review(batch).lineage.sources.head.id.namespace) == Seq("s3://lake", "lake", "lake"))
  }

  test("a namer that is registered later is asked about names that are already known") {
    val review = new Reviews
    val complete = event(EventType.Complete, PlanLineage(Vector(Dataset(other))))
    review.connect("namer")(lake)
    assert(review(complete).lineage.sources.map(_.id.namespace) == Vector("lake"))
    review.connect("namer") { request =>
      lake(request).replace(""""to": {"namespace": "lake"""", """"to": {"namespace": "later"""")
    }
    assert(review(complete.copy(run = runOf(2))).lineage.sources.map(_.id.namespace) == Vector("later"))
  }

  test("facets find the dataset that their extension has named as it sees it") {
    val review = new Reviews
    val redacted = review.summary.redacted(secret)
    assert(redacted != secret)
    val facets = Vector(AddedFacet(FacetTarget.Dataset, "f", "{}", Some(redacted)))
    val complete = event(EventType.Complete, PlanLineage(Vector(Dataset(secret))))
    assert(review.summary.unredacted(facets, complete).flatMap(_.dataset) == Vector(secret))
  }
}

private object EventReviewSuite {
  private val secret = DatasetId("s3://lake", "customers/123-45-6789")
  private val other = DatasetId("s3://lake", "orders")
  private val app = Application("app-1", "app", "4.0.0", "local")

  /** The answer of a namer that puts all inputs into the namespace `lake`. */
  private def lake(request: JsonNode): String = {
    val pairs = Json.items(request.path("event").path("inputs")).map(id =>
      s"""{"from": {"namespace": "${Json.text(id, "namespace")}", "name": "${Json.text(id, "name")}"},
         | "to": {"namespace": "lake", "name": "${Json.text(id, "name")}"}}""".stripMargin
    )
    s"""{"done": [0], "names": [${pairs.mkString(", ")}]}"""
  }

  private def from(name: String): Dependency =
    Dependency(ColumnRef(DatasetId("n", name), "x"), Vector(Transformation(Kind.Identity)))

  private def runOf(number: Long): RunRef = RunRef(new UUID(0, number), JobId("default", "app.job"))

  private def event(eventType: EventType, lineage: PlanLineage): RunEvent =
    RunEvent(eventType, Instant.EPOCH, runOf(1), JobType.sql, app, lineage = lineage)

  /** A review with Python processes that are threads of this test. */
  private final class Reviews {
    private val bridge = new Bridge(PythonConfig(), app, _ => ())
    private val redactor = Redactor(text = Vector(Pattern.compile("\\d{3}-\\d{2}-\\d{4}")))
    private val extensions =
      new PythonExtensions(bridge, None, PythonConfig(), redactor, new Meters().extensionTimings, () => ())
    private val review = new EventReview(extensions, Set.empty)
    val summary = extensions.summary

    def apply(event: RunEvent): RunEvent = review(event) match {
      case Reviewed.Kept(kept) => kept
      case reviewed => throw new AssertionError(reviewed.toString)
    }

    /** Connects a process with one hook. */
    def connect(kind: String)(answer: JsonNode => String): Unit = {
      val hello =
        s"""{"protocol": 1, "kind": "driver", "hooks": [{"id": 0, "kind": "$kind", "extension": "m:e"}]}"""
      val session = Json.parse(call("hello", hello)).map(Json.text(_, "session")).fold(fail, identity)
      val thread = new Thread(() => serve(session, answer))
      thread.setDaemon(true)
      thread.start()
    }

    private def serve(session: String, answer: JsonNode => String): Unit = {
      var (done, text) = (-1L, "")
      while (true) {
        val request = Json.parse(call("exchange", session, done, text, 1000L))
        done = request.fold(_ => -1L, _.path("id").asLong)
        text = request.fold(_ => "", answer)
      }
    }

    private def call(method: String, arguments: Any*): String =
      bridge.methods((method, arguments.toList)).fold(fail, identity)

    private def fail(reason: String): Nothing = throw new AssertionError(reason)
  }
}

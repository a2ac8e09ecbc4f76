package io.headwater.shell.extensions

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.FacetTarget
import io.headwater.shell.json.Json

class EmittedFacetStoreSuite extends AnyFunSuite {
  private def json(text: String) = Json.mapper.readTree(text.replace('\'', '"'))
  private def note(more: String) = json(s"{'target': 'run', 'name': 'note', 'facet': {'a': 1}$more}")

  test("a facet waits for the application's next event, and is in no other") {
    val e = new EmittedFacetStore
    assert(e.emit(note("")) == Right(()))
    assert(e.ofApplication(last = false).facets.map(f => (f.target, f.name, f.json)) ==
      Vector((FacetTarget.Run, "note", "{\"a\":1}")))
    assert(e.ofApplication(last = true).isEmpty)
  }

  test("after the last event nothing is taken any more, and it says so") {
    val e = new EmittedFacetStore
    assert(!e.terminated(json("{}")))
    e.ofApplication(last = true)
    assert(e.emit(note("")) == Left("the application's last event has been sent"))
    assert(e.terminated(json("{}")))
  }

  test("a query's facets are its own") {
    val e = new EmittedFacetStore
    e.emit(note(", 'executionId': 7"))
    assert(e.ofRun(8, Nil)._1.isEmpty)
    assert(e.ofRun(7, Nil)._1.facets.size == 1)
    assert(e.ofRun(7, Nil)._1.isEmpty)
  }

  test("a scope names its runs and keeps its facets for all of them, until the last has ended") {
    val e = new EmittedFacetStore
    val scope = json("{'tag': 't', 'job': 'daily', 'open': true}")
    assert(e.emit(note(", 'scope': 't'")) == Left("there is no such job"))
    e.scope(scope)
    e.emit(note(", 'scope': 't'"))
    for (id <- 1L to 2L) {
      e.began(Seq("t"))
      val (added, job) = e.ofRun(id, Seq("other", "t"))
      assert(added.facets.size == 1 && job.contains("daily"))
    }
    e.ended(Seq("t"))
    assert(!e.terminated(json("{'scope': 't'}")))
    e.ended(Seq("t"))
    assert(e.terminated(json("{'scope': 't'}")))
    e.scope(json("{'tag': 't', 'open': false}"))
    assert(e.emit(note(", 'scope': 't'")) == Left("the last run of this job has ended"))
  }

  test("what is malformed is refused in words") {
    val e = new EmittedFacetStore
    assert(e.emit(json("{'target': 'ruun', 'name': 'n', 'facet': {}}")).left.exists(_.contains("ruun")))
    assert(e.emit(json("{'target': 'run', 'facet': {}}")) == Left("a facet needs a name"))
    assert(e.emit(json("{'target': 'run', 'name': 'n', 'facet': 3}")) == Left("facet n is no JSON object"))
  }

  test("however much is emitted, only so much is kept") {
    val e = new EmittedFacetStore
    val taken = (1 to 3000).count(_ => e.emit(note("")).isRight)
    assert(taken < 3000 && e.ofApplication(last = false).facets.size == taken)
    (1 to 3000).foreach(i => e.emit(note(s", 'executionId': $i")))
    assert((1L to 3000L).count(i => !e.ofRun(i, Nil)._1.isEmpty) <= 1001)
  }
}

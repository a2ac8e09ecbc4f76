package io.headwater.shell.extensions

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.json.ExactJson
import io.headwater.model.FacetTarget
import io.headwater.shell.lifecycle.SparkExecution.Query

class EmittedFacetStoreSuite extends AnyFunSuite {
  private def json(text: String) = ExactJson.read(text.replace('\'', '"'))
  private def note(more: String) = json(s"{'target': 'run', 'name': 'note', 'facet': {'a': 1}$more}")

  test("a facet for the application is in its next event only") {
    val e = new EmittedFacetStore
    assert(e.emit(note("")) == Right(()))
    assert(e.takeForApplication(last = false).facets.map(f => (f.target, f.name, f.json)) ==
      Vector((FacetTarget.Run, "note", "{\"a\":1}")))
    assert(e.takeForApplication(last = true).isEmpty)
  }

  test("after the last event of the application a facet is refused with the reason") {
    val e = new EmittedFacetStore
    assert(!e.isTerminated(json("{}")))
    e.takeForApplication(last = true)
    assert(e.emit(note("")) == Left("the application's last event has been sent"))
    assert(e.isTerminated(json("{}")))
  }

  test("a facet for a query is taken for this query only") {
    val e = new EmittedFacetStore
    e.emit(note(", 'executionId': 7"))
    assert(e.takeForRun(Query(8), Nil)._1.isEmpty)
    assert(e.takeForRun(Query(7), Nil)._1.facets.size == 1)
    assert(e.takeForRun(Query(7), Nil)._1.isEmpty)
  }

  test("a block gives its runs a job name and its facets until the last run has ended") {
    val e = new EmittedFacetStore
    val block = json("{'tag': 't', 'job': 'daily', 'open': true}")
    assert(e.emit(note(", 'scope': 't'")) == Left("there is no such job"))
    e.changeBlock(block)
    e.emit(note(", 'scope': 't'"))
    for (id <- 1L to 2L) {
      e.runStarted(Seq("t"))
      val (added, job) = e.takeForRun(Query(id), Seq("other", "t"))
      assert(added.facets.size == 1 && job.contains("daily"))
    }
    e.runEnded(Seq("t"))
    assert(!e.isTerminated(json("{'scope': 't'}")))
    e.runEnded(Seq("t"))
    assert(e.isTerminated(json("{'scope': 't'}")))
    e.changeBlock(json("{'tag': 't', 'open': false}"))
    assert(e.emit(note(", 'scope': 't'")) == Left("the last run of this job has ended"))
  }

  test("the innermost of several blocks gives the name, and its facets win, whatever the order of the tags") {
    val e = new EmittedFacetStore
    val tags = Vector("z", "c", "a", "y", "b", "x")
    tags.foreach(t => e.changeBlock(json(s"{'tag': '$t', 'job': 'job $t'}")))
    def facet(tag: String) = s"{'target': 'run', 'name': 'note', 'facet': {'of': '$tag'}, 'scope': '$tag'}"
    tags.reverse.foreach(t => e.emit(json(facet(t))))
    for (order <- tags.permutations.take(50)) {
      assert(e.blockName(order).contains("job x"))
      val (added, job) = e.takeForRun(Query(1), order)
      assert(job.contains("job x") && added.facets.last.json.contains("x"))
    }
  }

  test("a block that is open stays, however many others are opened and closed") {
    val e = new EmittedFacetStore
    e.changeBlock(json("{'tag': 'long', 'job': 'nightly'}"))
    for (n <- 1 to 3000) {
      e.changeBlock(json(s"{'tag': 't$n', 'job': 'job $n'}"))
      e.changeBlock(json(s"{'tag': 't$n', 'open': false}"))
    }
    assert(e.blockName(Seq("long")).contains("nightly"))
    assert(e.blockName(Seq("t3000")).contains("job 3000") && e.blockName(Seq("t1")).isEmpty)
  }

  test("a facet replaces the one before of the same place") {
    val e = new EmittedFacetStore
    e.changeBlock(json("{'tag': 't'}"))
    for (n <- 1 to 3; more <- Seq("", ", 'scope': 't'", ", 'executionId': 7"))
      e.emit(json(s"{'target': 'run', 'name': 'progress', 'facet': {'n': $n}$more}"))
    assert(e.takeForApplication(last = false).facets.map(_.json) == Vector("{\"n\":3}"))
    assert(e.takeForRun(Query(7), Nil)._1.facets.map(_.json) == Vector("{\"n\":3}"))
    assert(e.takeForRun(Query(8), Seq("t"))._1.facets.map(_.json) == Vector("{\"n\":3}"))
  }

  test("a malformed facet is refused with the reason") {
    val e = new EmittedFacetStore
    assert(e.emit(json("{'target': 'ruun', 'name': 'n', 'facet': {}}")).left.exists(_.contains("ruun")))
    assert(e.emit(json("{'target': 'run', 'facet': {}}")) == Left("a facet needs a name"))
    assert(e.emit(json("{'target': 'run', 'name': 'n', 'facet': 3}")) == Left("facet n is no JSON object"))
  }

  test("the number of facets that are kept is limited") {
    val e = new EmittedFacetStore
    def numbered(n: Int, more: String = "") =
      json(s"{'target': 'run', 'name': 'note$n', 'facet': {'a': 1}$more}")
    val taken = (1 to 3000).count(n => e.emit(numbered(n)).isRight)
    assert(taken == 1000 && e.takeForApplication(last = false).facets.size == taken)
    e.changeBlock(json("{'tag': 't'}"))
    for (n <- 1 to 1000) assert(e.emit(numbered(n, ", 'scope': 't'")) == Right(()))
    assert(e.emit(numbered(1, ", 'scope': 't'")) == Right(()), "it replaces the one before")
    assert(e.emit(numbered(1001, ", 'scope': 't'")) == Left("1000 facets are waiting for the job's event"))
    (1 to 3000).foreach(i => e.emit(note(s", 'executionId': $i")))
    assert((1L to 3000L).count(i => !e.takeForRun(Query(i), Nil)._1.isEmpty) <= 1001)
  }

  private val text = "x" * 100
  private def large(name: String, more: String = "") =
    json(s"{'target': 'run', 'name': '$name', 'facet': {'a': '$text'}$more}")

  /** A block with one large facet that is closed; its run has ended, unless it has none. */
  private def closed(store: EmittedFacetStore, tag: String, hasRun: Boolean = true): Unit = {
    store.changeBlock(json(s"{'tag': '$tag', 'job': 'job $tag'}"))
    assert(store.emit(large("profile", s", 'scope': '$tag'")) == Right(()))
    if (hasRun) { store.runStarted(Seq(tag)); store.runEnded(Seq(tag)) }
    store.changeBlock(json(s"{'tag': '$tag', 'open': false}"))
  }

  private def facets(store: EmittedFacetStore, tag: String): Int =
    store.takeForRun(Query(1), Seq(tag))._1.facets.size

  test(
    "large facets of closed blocks are dropped, the oldest first, if their runs have ended; the name stays"
  ) {
    val e = new EmittedFacetStore(maxCharacters = 500)
    closed(e, "waits", hasRun = false)
    (1 to 20).foreach(n => closed(e, s"t$n"))
    assert(e.dropped == 0, "no run has missed any")
    assert(facets(e, "waits") == 1 && facets(e, "t20") == 1 && e.dropped == 0)
    assert(facets(e, "t1") == 0 && e.dropped == 1 && e.blockName(Seq("t1")).contains("job t1"))
    assert(facets(e, "t1") == 0 && e.dropped == 1, "each is counted once")
  }

  test("an open block keeps its facets, and what has no room is refused") {
    val e = new EmittedFacetStore(maxCharacters = 500)
    e.changeBlock(json("{'tag': 'open'}"))
    for (n <- 1 to 4) assert(e.emit(large(s"n$n", ", 'scope': 'open'")) == Right(()))
    val refused = Left("the facets that are waiting for the job's event are too large")
    assert(e.emit(large("n5", ", 'scope': 'open'")) == refused)
    assert(e.emit(large("n4", ", 'scope': 'open'")) == Right(()), "it replaces the one before")
    assert(facets(e, "open") == 4 && e.dropped == 0)
  }

  test("large facets of queries are dropped, the oldest first; those of the application are refused") {
    val e = new EmittedFacetStore(maxCharacters = 500)
    for (n <- 1 to 10) assert(e.emit(large("n", s", 'executionId': $n")) == Right(()))
    assert((1L to 10L).map(id => e.takeForRun(Query(id), Nil)._1.facets.size).sum == 4 && e.dropped == 6)
    val taken = (1 to 10).count(n => e.emit(large(s"n$n")).isRight)
    assert(taken == 4 && e.takeForApplication(last = true).facets.size == 4)
  }
}

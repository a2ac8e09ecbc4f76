package io.headwater.emit.spool

import java.nio.file.Files
import java.util.Locale

import scala.util.Try

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent

/** What the next application finds in the spool of a killed one. */
class RecoverySuite extends AnyFunSuite with SpoolDirectories {
  import Fixtures._

  test("the names of files and what is delivered do not depend on the digits of the user's language") {
    val before = Locale.getDefault
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"))
      val s = settings(folder())
      val d = open(s)
      for (r <- 1 to 3) d.append(event(runId(r), "COMPLETE", 0))
      oldest(d).foreach(w => d.done(w.position))
      assert(files(d.path)("000001.seg"))
      assert(orphans(killed(d, s)).flatMap(drain) == Vector("2 COMPLETE 0", "3 COMPLETE 0"))
    } finally Locale.setDefault(before)
  }

  test("an event with a column whose name is a long expression is delivered after a crash") {
    val s = settings(folder()).copy(maxBytes = 1 << 20, segmentBytes = 1 << 20)
    val d = open(s)
    val name = "count(x) + " * 10000
    val inputs = "\"inputs\":"
    val long = json(runId(1), "COMPLETE", 0).replace(inputs, "\"" + name + "\":1," + inputs)
    d.append(SerializedEvent.read(long))
    assert(orphans(killed(d, s)).flatMap(drain) == Vector("1 COMPLETE 0"))
  }

  test("a whole record that is no event is handed to the backend like any other") {
    val s = settings(folder())
    val d = open(s)
    d.append(event(runId(1), "COMPLETE", 0))
    val dead = killed(d, s)
    val file = dead.root.resolve("dead/000001.seg")
    val body = "{\"no\": \"event\"}"
    Files.write(file, Files.readAllBytes(file) ++ Records.line(body))
    val lines = orphans(dead).flatMap { directory =>
      Iterator.continually(oldest(directory)).takeWhile(_.isDefined).flatten.map { w =>
        directory.done(w.position); w.line
      }.toVector
    }
    assert(lines == Vector(json(runId(1), "COMPLETE", 0), "{\"no\": \"event\"}"))
  }

  /** Runs 1 and 2 begin in the first segment; run 2 ends in the second one, which is delivered and deleted. */
  private def straddling(d: SpoolDirectory): Unit = {
    for (r <- 1 to 2) d.append(event(runId(r), "START", 0))
    fill(d, "000002.seg")
    d.append(event(runId(2), "COMPLETE", 1))
    fill(d, "000003.seg")
  }

  private def fill(d: SpoolDirectory, until: String): Unit =
    while (!files(d.path)(until)) d.append(event(runId(3), "OTHER", 0))

  private def aborted(found: Vector[SpoolDirectory]): Vector[String] =
    found.flatMap(drain).filter(_.contains("ABORT"))

  test("a run whose last event was delivered, and its segment deleted, is not aborted") {
    val s = settings(folder())
    val d = open(s)
    straddling(d)
    drain(d)
    assert(files(d.path).filter(_.endsWith(".seg")) == Set("000001.seg", "000003.seg"))
    val found = orphans(killed(d, s))
    assert(aborted(found) == Vector("1 ABORT 1"))
    assert(files(found.head.path).filter(_.endsWith(".seg")) == Set("000004.seg"), "run 2 keeps no segment")
  }

  test("nor is it aborted if an earlier segment waits, and the next process is killed, too") {
    val s = settings(folder())
    val d = open(s)
    straddling(d)
    d.append(event(runId(1), "COMPLETE", 1))
    val suspected = oldest(d).get
    def rest(source: EventSource): Unit =
      Iterator.continually(source.next(_ == suspected.lane)).takeWhile(_.isDefined).flatten
        .foreach(w => source.done(w.position))
    rest(d)
    val first = killed(d, s)
    val adopted = orphans(first)
    assert(adopted.map(_.waiting) == Vector(2))
    rest(adopted.head)
    assert(aborted(orphans(killed(adopted.head, s))) == Vector.empty)
  }

  test("nor is it aborted if the next segment could not be created") {
    val s = settings(folder())
    val d = open(s)
    straddling(d)
    drain(d)
    val inTheWay = Files.createDirectory(d.path.resolve("000004.seg"))
    val failed = Iterator.continually(Try(d.append(event(runId(3), "OTHER", 0)))).find(_.isFailure)
    assert(failed.isDefined)
    drain(d)
    Files.delete(inTheWay)
    assert(aborted(orphans(killed(d, s))) == Vector("1 ABORT 1"))
  }
}

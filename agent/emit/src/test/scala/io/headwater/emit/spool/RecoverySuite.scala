package io.headwater.emit.spool

import java.nio.file.Files
import java.util.Locale

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
}

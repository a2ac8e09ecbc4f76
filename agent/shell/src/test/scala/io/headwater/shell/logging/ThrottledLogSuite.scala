package io.headwater.shell.logging

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

class ThrottledLogSuite extends AnyFunSuite {
  private val minute = 60L * 1000 * 1000 * 1000
  private var time = Long.MaxValue - minute / 2 // a monotonic clock may overflow
  private def newLog = new ThrottledLog(Redactor.default, () => time)

  test("messages of one kind differ after a colon, a bracket or a number") {
    val kinds = Vector(
      Vector(
        "could not send an event and will retry: http 1",
        "could not send an event and will retry: HTTP status 500"
      ),
      Vector("cannot write the spool; events wait in memory (IOException: No space left on device)"),
      Vector("could not send an event (1 so far): a", "could not send an event (2 so far): b"),
      Vector("passes over 1 events", "passes over 7 events")
    )
    assert(kinds.flatMap(_.map(ThrottledLog.kind)).distinct.size == kinds.size)
  }

  test("a warning does not hide one of another kind, and is written again after a minute") {
    val log = newLog
    assert(Vector("a", "b", "a", "b").map(log.isDue) == Vector(true, true, false, false))
    time += minute + 1
    assert(log.isDue("a"))
  }

  test("many kinds share one line a minute") {
    val log = newLog
    val written = (1 to 1000).map(_.toHexString.replaceAll("\\d", "x") + "y" * 3).zipWithIndex.map {
      case (k, i) =>
        log.isDue(k + "z" * i)
    }
    assert(written.count(identity) == ThrottledLog.maxKinds + 1)
  }
}

package io.headwater.shell.handlers

import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.Emitter
import io.headwater.emit.breaker.CircuitBreaker
import io.headwater.emit.spool.DeliveryCounts
import io.headwater.model.RunEvent
import io.headwater.redaction.Redactor
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meter.Counter
import io.headwater.shell.meters.Meters
import io.headwater.shell.pipeline.EventSender
import io.headwater.shell.queue.DropCounts

final class SkippedPlansSuite extends AnyFunSuite {
  private val log = new ThrottledLog(Redactor.default)

  private object Nowhere extends Emitter {
    def emit(event: RunEvent): Unit = ()
    def setAside(event: RunEvent, reason: String): Boolean = true
    def skip(event: RunEvent): Unit = ()
    def close(within: Duration): Unit = ()
    def counts: DeliveryCounts = DeliveryCounts()
    def acceptingDestinations: Int = 0
    def description: String = "nowhere"
  }

  test("metrics and the last event count unread plans and unread jobs alike, and apart") {
    val meters = new Meters
    val skipped = new SkippedPlans(SkippedPlansSuite.tripped, log, meters)
    assert(skipped.lineageIfSkipped("Node").exists(_.gaps.nonEmpty))
    Seq(1, 2).foreach(skipped.unread(_, "in a test"))
    val last = new EventSender(Nowhere, log, "/spool", meters).counts(DropCounts())
    assert(last("plansUnread") == 1 && last("jobsUnread") == 2)
    val counted = meters.all.collect { case Counter(name, _, value, _) => name -> value() }.toMap
    assert(counted("headwater.plans.unread") == 1 && counted("headwater.jobs.unread") == 2)
  }
}

private object SkippedPlansSuite {
  val tripped: CircuitBreaker = new CircuitBreaker { def tripped: Option[String] = Some("in a test") }
}

package io.headwater.shell

import java.time.Duration

import io.headwater.emit.Emitter
import io.headwater.emit.spool.DeliveryCounts
import io.headwater.emit.transport.EmissionFailed
import io.headwater.model.RunEvent
import io.headwater.shell.handlers.SkippedPlans
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meters
import io.headwater.shell.queue.DropCounts

/** Hands events to the emitter, and counts. A backend that fails costs one line in the log now and then, not one an
  * event.
  */
final class EventSender(
    emitter: Emitter,
    notices: ThrottledLog,
    spool: String,
    plans: SkippedPlans,
    meters: Meters
) {
  private var failed = 0L // belongs to the worker's thread

  def send(event: RunEvent): Unit =
    try meters.emitted(emitter.emit(event))
    catch {
      case e: EmissionFailed =>
        failed += 1
        notices.warn(s"could not send an event ($failed so far): ${e.getMessage}")
    }

  /** Any thread. */
  def emitted: DeliveryCounts = emitter.counts

  /** Totals for the application's last event, which itself is in none of them. */
  def counts(shed: DropCounts): Map[String, Long] = {
    val counts = emitter.counts
    Map(
      "eventsSent" -> counts.sent,
      "eventsSpooled" -> counts.spooled,
      "eventsDead" -> counts.dead,
      "eventsFailed" -> (failed + counts.dropped),
      "plansUnread" -> plans.count,
      "sparkEventsReduced" -> shed.reduced,
      "sparkEventsUnread" -> (shed.extras + shed.lost)
    )
  }

  /** Waits for what is still to be sent, and says what came of everything. */
  def close(within: Duration): Unit = {
    emitter.close(within)
    val DeliveryCounts(sent, spooled, dead, dropped, recovered) = emitter.counts
    val waiting =
      if (spooled > 0) s"; $spooled wait in $spool for the next application or `headwater replay`" else ""
    val refused = if (dead > 0) s"; $dead were refused (dead-letter.jsonl below $spool)" else ""
    val others = if (recovered > 0) s" and $recovered that others had left" else ""
    val line = s"sent $sent events$others; ${failed + dropped} failed$waiting$refused"
    if (failed + dropped + spooled + dead > 0) notices.always(line) else notices.info(line)
  }
}

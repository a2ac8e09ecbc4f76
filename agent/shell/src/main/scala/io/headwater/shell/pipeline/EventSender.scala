package io.headwater.shell.pipeline

import java.time.Duration

import io.headwater.emit.Emitter
import io.headwater.emit.spool.DeliveryCounts
import io.headwater.emit.transport.EmissionException
import io.headwater.model.RunEvent
import io.headwater.shell.logging.ThrottledLog
import io.headwater.shell.meters.Meters
import io.headwater.shell.queue.DropCounts

/** Passes events to the emitter that [[io.headwater.emit.Emitters]] has made, and counts them. If a backend fails, the log
  * has one line a minute at most, and not one for each event.
  */
final class EventSender(
    emitter: Emitter,
    log: ThrottledLog,
    spool: String,
    meters: Meters
) {
  private var failed = 0L // used by the worker thread only

  def send(event: RunEvent): Unit =
    try meters.countEmission(emitter.emit(event))
    catch {
      case e: EmissionException =>
        failed += 1
        log.warn(s"could not send an event ($failed so far): ${e.getMessage}")
    }

  /** An extension is away without which no event may be sent. */
  def waits(reason: String): Unit = log.warn(s"keeps events waiting: $reason")

  /** Keeps an event that must not be sent. */
  def setAside(event: RunEvent, reason: String): Unit = {
    val kept = emitter.setAside(event, reason)
    val where = if (kept) s"is in dead-letter.jsonl below $spool" else "is lost, because there is no spool"
    if (!kept) failed += 1
    log.warn(s"did not send an event, which $where: $reason (job ${event.run.job.name})")
  }

  /** Takes note of an event that a filter has dropped. */
  def dropped(event: RunEvent): Unit = emitter.skip(event)

  /** Counts an event that has waited and cannot be sent. */
  def lost(event: RunEvent, cause: Throwable): Unit = {
    countLost(event)
    log.warn(s"could not send an event that has waited: $cause (job ${event.run.job.name})")
  }

  /** Counts an event that could not be completed. */
  def countLost(event: RunEvent): Unit = {
    failed += 1
    emitter.skip(event)
  }

  /** What became of the events so far. Any thread may read it. */
  def deliveryCounts: DeliveryCounts = emitter.counts

  /** Totals for the application's last event. They do not include this event. */
  def counts(dropped: DropCounts): Map[String, Long] = {
    val counts = emitter.counts
    val expired = if (counts.expired > 0) Map("eventsExpired" -> counts.expired) else Map.empty[String, Long]
    expired ++ Map(
      "eventsSent" -> counts.sent,
      "eventsSpooled" -> counts.spooled,
      "eventsDead" -> counts.dead,
      "eventsFailed" -> (failed + counts.dropped),
      "plansUnread" -> meters.plansUnread,
      "jobsUnread" -> meters.jobsUnread,
      "sparkEventsReduced" -> dropped.reduced,
      "sparkEventsUnread" -> (dropped.optional + dropped.lost)
    )
  }

  /** Waits for the events that are not yet sent, and logs the totals. */
  def close(within: Duration): Unit = {
    emitter.close(within)
    val DeliveryCounts(sent, spooled, dead, lost, recovered, expired) = emitter.counts
    val waiting =
      if (spooled > 0) s"; $spooled wait in $spool for the next application or `headwater replay`" else ""
    val refused = if (dead > 0) s"; $dead were not accepted (dead-letter.jsonl below $spool)" else ""
    val earlier = if (recovered > 0) s" and $recovered of earlier applications" else ""
    val deleted = if (expired > 0) s"; $expired of earlier applications were deleted" else ""
    val destinations = emitter.acceptingDestinations
    val to = if (destinations > 1) s" to $destinations destinations" else ""
    val line = s"sent $sent events$to$earlier; ${failed + lost} failed$waiting$refused$deleted"
    if (failed + lost + spooled + dead + expired > 0) log.always(line) else log.info(line)
  }
}

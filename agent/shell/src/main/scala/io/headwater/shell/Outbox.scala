package io.headwater.shell

import java.time.Duration

import org.slf4j.LoggerFactory

import io.headwater.emit.{EmissionFailed, Emitter}
import io.headwater.model.RunEvent

/** Sends events, and counts. A backend that fails costs one line in the log now and then, not one an event. */
final class Outbox(emitter: Emitter, closing: Duration) {
  private val log = LoggerFactory.getLogger(classOf[Outbox])
  private var sent = 0L // these belong to the worker's thread
  private var failed = 0L
  private var saidAt = 0L

  def send(event: RunEvent): Unit =
    try {
      emitter.emit(event)
      sent += 1
    } catch {
      case e: EmissionFailed =>
        failed += 1
        say(e)
    }

  /** Totals for the application's last event. */
  def counts(unread: Long): Map[String, Long] =
    Map("eventsSent" -> sent, "eventsFailed" -> failed, "sparkEventsUnread" -> unread)

  def close(): Unit = {
    emitter.close(closing)
    val line = s"Headwater sent $sent events; $failed failed"
    if (failed > 0) log.warn(line) else log.info(line)
  }

  private def say(cause: EmissionFailed): Unit = {
    val now = System.nanoTime
    if (failed == 1 || now - saidAt > Outbox.silence.toNanos) {
      saidAt = now
      log.warn(s"Headwater could not send an event ($failed so far): ${cause.getMessage}")
    }
  }
}

object Outbox {
  private val silence = Duration.ofMinutes(1)
}

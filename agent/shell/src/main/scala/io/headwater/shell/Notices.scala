package io.headwater.shell

import java.time.Duration
import java.util.concurrent.atomic.AtomicLong

import io.headwater.model.Redactor

/** Lines for the log that may come often: one a minute is enough. Any thread. */
final class Notices(redactor: Redactor) {
  private val log = new Log(classOf[Notices], redactor)
  private val next = new AtomicLong(Long.MinValue)

  def warn(text: String): Unit = {
    val now = System.nanoTime
    val due = next.get
    if (due == Long.MinValue || now - due > 0) {
      if (next.compareAndSet(due, now + Notices.silence.toNanos)) always(text)
    } else log.debug(s"Headwater $text")
  }

  def always(text: String): Unit = log.warn(s"Headwater $text")
  def info(text: String): Unit = log.info(s"Headwater $text")
}

object Notices {
  private val silence = Duration.ofMinutes(1)
}

package io.headwater.shell.logging

import java.time.Duration
import java.util.concurrent.atomic.AtomicLong

import io.headwater.redaction.Redactor

/** A log for warnings that may be frequent: at most one line a minute. Any thread may use it. */
final class ThrottledLog(redactor: Redactor) {
  private val log = new DriverLog(classOf[ThrottledLog], redactor)
  private val next = new AtomicLong(Long.MinValue)

  def warn(text: String): Unit = {
    val now = System.nanoTime
    val due = next.get
    if (due == Long.MinValue || now - due > 0) {
      if (next.compareAndSet(due, now + ThrottledLog.silence.toNanos)) always(text)
    } else log.debug(s"Headwater $text")
  }

  def always(text: String): Unit = log.warn(s"Headwater $text")
  def info(text: String): Unit = log.info(s"Headwater $text")
}

object ThrottledLog {
  private val silence = Duration.ofMinutes(1)
}

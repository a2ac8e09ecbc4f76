package io.headwater.shell.logging

import java.time.Duration

import scala.collection.mutable

import io.headwater.redaction.Redactor

/** A log for warnings that may be frequent: at most one line a minute of each kind, so that a backend that fails does not
  * hide that the disk of the spool is full. Any thread may use it.
  *
  * A text is the predicate of a sentence about Headwater: "could not send an event".
  */
final class ThrottledLog(redactor: Redactor, now: () => Long = () => System.nanoTime) {
  import ThrottledLog._
  private val log = new DriverLog(classOf[ThrottledLog], redactor)
  private val due = mutable.HashMap.empty[String, Long]

  def warn(text: String): Unit = if (isDue(kind(text))) always(text) else log.debug(s"Headwater $text")

  def always(text: String): Unit = log.warn(s"Headwater $text")
  def info(text: String): Unit = log.info(s"Headwater $text")

  /** Whether a line of this kind may be written now; then the next one has to wait. */
  private[logging] def isDue(kind: String): Boolean = due.synchronized {
    val counted = if (due.size < maxKinds || due.contains(kind)) kind else others
    val time = now()
    val isNext = due.get(counted).forall(time - _ > 0)
    if (isNext) due(counted) = time + silence.toNanos
    isNext
  }
}

private[logging] object ThrottledLog {
  private val silence = Duration.ofMinutes(1)
  private val others = ""
  val maxKinds = 20

  /** The beginning of a message: what differs between messages of one kind comes later. */
  def kind(text: String): String = text.takeWhile(c => c != ':' && c != '(' && !Character.isDigit(c))
}

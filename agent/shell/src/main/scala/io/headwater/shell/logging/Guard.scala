package io.headwater.shell.logging

import java.util.concurrent.ConcurrentHashMap

import io.headwater.redaction.Redactor

/** Catches every throwable, so that no error of the agent reaches the user's job: linkage errors on a Spark version that
  * is newer than the agent, stack overflows, out of memory. After [[Guard.maxFailures]] failures of one stage in a row the
  * agent is off for the rest of the application, and logs this once. Failures are counted per stage, because enqueuing
  * an event succeeds even when processing fails.
  */
final class Guard {
  @volatile private var log =
    new DriverLog(classOf[Guard]) // replaced once, after the configuration is read
  private val failures = new ConcurrentHashMap[String, Integer] // in a row, by stage
  private val logged = ConcurrentHashMap.newKeySet[(String, Class[_])]
  @volatile private var off = false // written by any thread, once
  @volatile private var plainlyReported = false // written by any thread, once

  def switchOff(): Unit = off = true

  /** From now on, log lines are redacted with the configured patterns, too. */
  def redactWith(redactor: Redactor): Unit = log = new DriverLog(classOf[Guard], redactor)

  /** Runs `work` unless the agent is off. It never throws.
    *
    * @param ownThread
    *   whether the thread is the agent's, which nobody means to interrupt: an interrupt there is a failure of the code that
    *   the agent has called. On other threads it is for their owner, so the interrupt flag is set again.
    */
  def apply(stage: String, ownThread: Boolean = false)(work: => Unit): Unit = {
    completes(stage, ownThread)(work)
    ()
  }

  /** The same.
    *
    * @return whether the work was run to its end
    */
  def completes(stage: String, ownThread: Boolean = false)(work: => Unit): Boolean =
    !off && attempt(stage, ownThread)(work)

  /** Runs `work` even if the agent is off: for the release of resources. */
  def always(stage: String, ownThread: Boolean = false)(work: => Unit): Unit = {
    attempt(stage, ownThread)(work)
    ()
  }

  private def attempt(stage: String, ownThread: Boolean)(work: => Unit): Boolean =
    try {
      work
      if (!failures.isEmpty) { failures.remove(stage); () }
      true
    } catch {
      case _: InterruptedException if !ownThread =>
        Thread.currentThread.interrupt()
        false
      case cause: Throwable =>
        failed(stage, cause)
        false
    }

  private def failed(stage: String, cause: Throwable): Unit = {
    val count = failures.merge(stage, 1, (a, b) => a + b)
    val isLast = count >= Guard.maxFailures && !off
    if (isLast) off = true
    try report(stage, cause, count, isLast)
    catch { case _: Throwable => reportPlainly() }
  }

  /** Logs one constant line if a class that [[report]] needs is missing, too: this needs no further class of the jar. */
  private def reportPlainly(): Unit = if (!plainlyReported) {
    plainlyReported = true
    log.constant(Guard.unreadableJar)
  }

  private def report(stage: String, cause: Throwable, count: Int, isLast: Boolean): Unit = {
    if (logged.add(stage -> cause.getClass))
      log.warn(
        s"Headwater: stage '$stage' failed. The job is not affected; its lineage is incomplete.${hint(cause)}",
        cause
      )
    else log.debug(s"Headwater: stage '$stage' failed.", cause)
    if (isLast)
      log.error(
        s"Headwater is off for this application: stage '$stage' failed $count times in a row, the last time with $cause"
      )
  }

  /** A class of the agent's jar is missing if something has closed the class loader of `--jars`. */
  private def hint(cause: Throwable): String = cause match {
    case e: NoClassDefFoundError if Option(e.getMessage).exists(_.contains("headwater/")) =>
      " Something has closed the class loader of the agent's jar: add the jar with --driver-class-path instead of --jars."
    case _ => ""
  }
}

/** Constants: reading them needs no class. */
object Guard {
  final val maxFailures = 10
  final val unreadableJar =
    "Headwater cannot load classes of its own any more. The job is not affected; its lineage is incomplete. Something has " +
      "closed the class loader of the agent's jar: add the jar with --driver-class-path instead of --jars."
}

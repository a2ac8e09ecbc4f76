package io.headwater.shell.logging

import java.util.concurrent.ConcurrentHashMap

import io.headwater.redaction.Redactor

/** The one place that catches everything, so that nothing of ours reaches the user's job: linkage errors of a Spark
  * that is newer than the agent, stack overflows, out of memory while an event is built. After [[Guard.tooMany]] failures in a row of
  * one stage the agent is off for the rest of the application, and says so once. What succeeds at another stage is no
  * sign of health: an event is always taken, whatever becomes of it.
  */
final class Guard {
  @volatile private var log =
    new DriverLog(classOf[Guard]) // set once more, when the configuration has been read
  private val failures = new ConcurrentHashMap[String, Integer] // in a row, by stage
  private val told = ConcurrentHashMap.newKeySet[(String, Class[_])]
  @volatile private var off = false // written by any thread, once

  def isOff: Boolean = off

  def switchOff(): Unit = off = true

  /** What it says from now on holds nothing of what the configuration calls secret. */
  def redactWith(redactor: Redactor): Unit = log = new DriverLog(classOf[Guard], redactor)

  /** Runs `work` unless the agent is off. Never throws; an interrupt is kept for the thread's owner. */
  def apply(stage: String)(work: => Unit): Unit = if (!off) always(stage)(work)

  /** Runs `work`, off or not: for what must be let go of. */
  def always(stage: String)(work: => Unit): Unit =
    try {
      work
      if (!failures.isEmpty) { failures.remove(stage); () }
    } catch {
      case _: InterruptedException => Thread.currentThread.interrupt()
      case cause: Throwable => failed(stage, cause)
    }

  private def failed(stage: String, cause: Throwable): Unit = {
    val count = failures.merge(stage, 1, (a, b) => a + b)
    if (told.add(stage -> cause.getClass))
      log.warn(s"Headwater failed to $stage; the job is not affected, its lineage lacks this part", cause)
    else log.debug(s"Headwater failed to $stage", cause)
    if (count >= Guard.tooMany && !off) {
      off = true
      log.error(
        s"Headwater is off for this application: $count failures in a row, the last one to $stage: $cause"
      )
    }
  }
}

object Guard {
  val tooMany = 10
}

package io.headwater.shell

import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}

import org.apache.spark.SparkConf

import io.headwater.shell.capture.{Bus, Captured, CapturedSizer}
import io.headwater.shell.extensions.python.AttachedSessions
import io.headwater.shell.logging.{DriverLog, Guard}
import io.headwater.shell.meters.Meters
import io.headwater.shell.queue.{QueueBounds, Worker}

/** The composition root, and the only thing that Spark's threads call. Made dormant, by Spark, while its context
  * starts; the application's start event wakes it, and everything else is made on the worker's thread. Each context has
  * an agent of its own; agents share nothing.
  */
final class Agent(conf: SparkConf) {
  private val log = new DriverLog(classOf[Agent])
  private val guard = new Guard

  /** What it counts of itself. */
  val meters = new Meters
  @volatile private var awake: Option[ActiveAgent] = None // set once, by the bus thread
  guard("start")(AttachedSessions.starts())

  def start(event: Captured.ApplicationStarted): Unit = {
    guard("start") {
      val application = new AgentSession(conf, guard, flush, meters)
      val worker =
        new Worker[Captured]("headwater-worker", Agent.firstBounds, CapturedSizer, work(application))
      awake = Some(ActiveAgent(worker, application))
      worker.offer(event)
    }
    if (awake.isEmpty) guard.always("start")(AttachedSessions.started())
  }

  /** The end is told even when the agent is off: runs that began are aborted. */
  private def work(application: AgentSession)(captured: Captured): Unit = {
    def handle(): Unit = application.handle(captured, awake.map(_.worker))
    val stage = s"read a Spark event (${captured.productPrefix})"
    captured match {
      case _: Captured.ApplicationStarted =>
        guard(stage)(handle())
        guard.always("start")(AttachedSessions.started())
      case _: Captured.ApplicationEnded => guard.always(stage)(handle())
      case _ => guard(stage)(handle())
    }
  }

  /** Takes references and returns; the worker does the rest. */
  def take(captured: => Captured): Unit = takeAny(Some(captured))

  /** The same, for events of which only some count. */
  def takeAny(captured: => Option[Captured]): Unit =
    awake.foreach(a => guard("take a Spark event")(captured.foreach(a.worker.offer)))

  /** The same, for what is of use to extensions alone. */
  def takeWanted(captured: => Option[Captured]): Unit =
    awake.filter(_.application.wantsJobs).foreach(_ => takeAny(captured))

  /** Waits until everything that Spark's bus holds now has been worked off, `millis` at most. */
  private def flush(millis: Long): Unit = guard("flush") {
    val deadline = System.nanoTime + millis * 1000000
    val mark = new CountDownLatch(1)
    if (Bus.emptied(millis)) awake.foreach { a =>
      a.worker.offer(Captured.Reached(mark))
      mark.await(deadline - System.nanoTime, TimeUnit.NANOSECONDS)
    }
  }

  /** Waits for what is still to be sent, no longer than the configured time: `spark.stop()` waits for this. */
  def stop(event: Captured.ApplicationEnded): Unit = awake.foreach { a =>
    guard.always("stop") {
      val limit = a.application.stopTimeout
      a.application.hurry()
      if (!a.worker.close(event, limit.toMillis))
        log.warn(
          s"Headwater was still sending after ${limit.toMillis} ms; ${a.worker.waiting} Spark events were left unread"
        )
    }
    guard.always("let go of extensions")(a.application.close())
  }
}

/** What one application's lineage runs on. */
private final case class ActiveAgent(worker: Worker[Captured], application: AgentSession)

object Agent {

  /** The queue's bound until the configuration has been read. */
  private val firstBounds = QueueBounds(10000, 64L << 20, 100000)

  val defaultStopTimeout: Duration = Duration.ofSeconds(5)
}

package io.headwater.emit.spool

import java.time.Duration
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{Semaphore, ThreadLocalRandom, TimeUnit}

import scala.annotation.tailrec
import scala.util.{Failure, Success}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.EventTransport
import io.headwater.util.{Attempts, ClassNames, Deadline}

/** Delivers events to one destination over a network. `add` puts an event into the spool and returns; a daemon thread
  * sends it.
  */
private[emit] final class Delivery private (
    backlog: Backlog,
    sender: Sender,
    expired: () => Long,
    warn: String => Unit
) {
  private val wakeUps = new Semaphore(0)
  private val deadline = new AtomicReference[Option[Long]](None)
  private val thread = Deadline.background("headwater-sender")(run())

  def add(event: SerializedEvent): Unit = {
    backlog.add(event)
    wakeUps.release()
  }

  def counts: DeliveryCounts =
    DeliveryCounts(sender.sent, backlog.waiting, sender.dead, backlog.dropped, sender.recovered, expired())

  /** Waits for the delivery of the waiting events. Returns early if none is left, or if the backend is down and the rest
    * is on disk.
    */
  def close(within: Duration): Unit = {
    deadline.set(Some(Delivery.now + within.toMillis))
    wakeUps.release()
    thread.join(math.max(1L, within.toMillis))
    thread.interrupt()
    backlog.close()
    sender.close()
  }

  @tailrec
  private def run(closing: Boolean = false): Unit = {
    val limit = deadline.get
    if (limit.isDefined && !closing) sender.skipBackoff()
    val more = (step(closing = limit.isDefined), limit) match {
      case (Sender.Handled, Some(end)) => Delivery.now < end
      case (Sender.Handled, None) => true
      case (Sender.Empty, Some(_)) => false
      case (Sender.Empty, None) => uninterrupted(wakeUps.acquire()); true
      case (Sender.Wait(_), Some(_)) if backlog.isDurable && sender.failures >= Delivery.maxFailuresAtEnd =>
        false
      case (Sender.Wait(millis), Some(end)) if Delivery.now + millis >= end => false
      case (Sender.Wait(millis), _) => pause(millis); true
    }
    wakeUps.drainPermits()
    if (more) run(limit.isDefined)
  }

  private def step(closing: Boolean): Sender.Step = {
    if (!closing) Thread.interrupted()
    Attempts.caught(sender.step(Delivery.now, closing)) match {
      case Success(next) => next
      case Failure(e) =>
        val interrupted = deadline.get.exists(Delivery.now >= _) // by `close`
        if (!interrupted)
          warn(
            s"cannot take an event from the spool and will retry: ${ClassNames.simple(e)}: ${e.getMessage}"
          )
        Sender.Wait(Delivery.unexpectedFailureMillis)
    }
  }

  private def pause(millis: Long): Unit = uninterrupted {
    wakeUps.tryAcquire(millis, TimeUnit.MILLISECONDS)
    ()
  }

  /** An interrupt that does not come from `close` was meant for other code, and ends nothing: the deadline ends the thread. */
  private def uninterrupted(wait: => Unit): Unit =
    try wait
    catch { case _: InterruptedException => () }
}

private[emit] object Delivery {

  /** After this number of failures in a row at the end of the application, the rest is left on disk. */
  private val maxFailuresAtEnd = 4

  /** The delay after an unexpected exception, for example if a directory cannot be listed. */
  private val unexpectedFailureMillis = 10000L

  /** A monotonic clock: only differences are meaningful. */
  private[spool] def now: Long = TimeUnit.NANOSECONDS.toMillis(System.nanoTime)

  def to(
      transport: EventTransport,
      application: String,
      settings: SpoolSettings,
      redact: String => String,
      warn: String => Unit
  ): Delivery = {
    val spool = new Spool(settings, () => System.currentTimeMillis, warn)
    val disk =
      if (settings.mode == SpoolMode.Off) None
      else
        spool.create(SegmentHeader(application, transport.identity, Vector.empty)) match {
          case Right(directory) => Some(directory)
          case Left(reason) =>
            warn(s"has no spool; events wait in memory: $reason")
            None
        }
    val backlog = new Backlog(disk, warn)
    val orphans = () => if (disk.isDefined) spool.orphans(transport.delivers) else Iterator.empty
    val backoff = new Backoff(() => ThreadLocalRandom.current.nextDouble)
    new Delivery(
      backlog,
      new Sender(backlog, orphans, transport, backoff, redact, warn),
      () => spool.expired,
      warn
    )
  }
}

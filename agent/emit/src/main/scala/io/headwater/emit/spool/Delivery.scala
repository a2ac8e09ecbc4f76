package io.headwater.emit.spool

import java.time.Duration
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{Semaphore, ThreadLocalRandom, TimeUnit}

import scala.annotation.tailrec

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.EventTransport
import io.headwater.util.Deadline

/** The way to one place over a network: `add` puts an event into the spool and returns; a daemon thread sends. */
private[emit] final class Delivery private (backlog: Backlog, sender: Sender) {
  private val news = new Semaphore(0)
  private val end = new AtomicReference[Option[Long]](None)
  private val thread = Deadline.background("headwater-sender")(Deadline.caught(run()).getOrElse(()))

  def add(event: SerializedEvent): Unit = {
    backlog.add(event)
    news.release()
  }

  def counts: DeliveryCounts =
    DeliveryCounts(sender.sent, backlog.waiting, sender.dead, backlog.dropped, sender.recovered)

  /** Returns early when nothing is left, or when the backend is down and the rest is safe on disk. */
  def close(within: Duration): Unit = {
    end.set(Some(Delivery.now + within.toMillis))
    news.release()
    thread.join(math.max(1L, within.toMillis))
    thread.interrupt()
    backlog.close()
    sender.close()
  }

  @tailrec
  private def run(hurried: Boolean = false): Unit = {
    val last = end.get
    if (last.isDefined && !hurried) sender.hurry()
    val next =
      Deadline.caught(sender.step(Delivery.now, last.isDefined)).getOrElse(Sender.Rest(Delivery.longRest))
    val more = (next, last) match {
      case (Sender.Went, Some(limit)) => Delivery.now < limit
      case (Sender.Went, None) => true
      case (Sender.Idle, Some(_)) => false
      case (Sender.Idle, None) => news.acquire(); true
      case (Sender.Rest(_), Some(_)) if backlog.durable && sender.failures >= Delivery.enough => false
      case (Sender.Rest(millis), Some(limit)) if Delivery.now + millis >= limit => false
      case (Sender.Rest(millis), _) => pause(millis); true
    }
    news.drainPermits()
    if (more) run(last.isDefined)
  }

  private def pause(millis: Long): Unit = {
    news.tryAcquire(millis, TimeUnit.MILLISECONDS)
    ()
  }
}

private[emit] object Delivery {

  /** Failures in a row at the application's end, after which what is on disk is left there. */
  private val enough = 4

  /** After something that should not happen: a directory that cannot be listed, for example. */
  private val longRest = 10000L

  /** Only differences of it count. */
  private def now: Long = TimeUnit.NANOSECONDS.toMillis(System.nanoTime)

  def to(
      carrier: EventTransport,
      application: String,
      settings: SpoolSettings,
      say: String => Unit
  ): Delivery = {
    val spool = new Spool(settings, () => System.currentTimeMillis, say)
    val disk =
      if (settings.mode == SpoolMode.Off) None
      else
        spool.create(SegmentHeader(application, carrier.identity, Vector.empty)) match {
          case Right(directory) => Some(directory)
          case Left(why) =>
            say(s"has no spool, events wait in memory: $why")
            None
        }
    val backlog = new Backlog(disk, say)
    val orphans = () => if (disk.isDefined) spool.orphans(carrier.identity) else Iterator.empty
    val backoff = new Backoff(() => ThreadLocalRandom.current.nextDouble)
    new Delivery(backlog, new Sender(backlog, orphans, carrier, backoff, say))
  }
}

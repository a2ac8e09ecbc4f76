package io.headwater.emit

import java.time.Duration

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.spool.{Delivery, DeliveryCounts, SpoolSettings}
import io.headwater.emit.transport.{EmissionException, EventTransport}
import io.headwater.util.{Attempts, Deadline}

/** One of the destinations that get every event: a transport, with or without a spool in front of it. HTTP and Kafka are
  * transports of openlineage-java behind a [[io.headwater.emit.transport.ClientTransportAdapter]].
  */
private[emit] sealed trait Destination {
  def send(event: SerializedEvent): Unit
  def close(within: Duration): Unit
  def counts: DeliveryCounts

  /** How many destinations have accepted an event that counts. */
  def accepting: Int = if (counts.sent > 0) 1 else 0
}

private[emit] object Destination {

  /** Sends on the caller's thread: files, the console, and the transports of extensions, which have their own timeouts.
    *
    * @param counted
    *   whether its events are part of `counts`: an event that several destinations get must not count several times
    */
  final class Direct(transport: EventTransport, counted: Boolean) extends Destination {
    @volatile private var sent = 0L // written by the emitting thread
    def send(event: SerializedEvent): Unit = {
      transport.send(event)
      if (counted) sent += 1
    }
    def close(within: Duration): Unit =
      Deadline.within("headwater-close", within)(transport.close()).getOrElse(())
    def counts: DeliveryCounts = DeliveryCounts(sent = sent)
  }

  /** Sends to all, whatever one of them throws.
    *
    * @throws io.headwater.emit.transport.EmissionException
    *   with the failures
    */
  def sendAll(destinations: Iterable[Destination], event: SerializedEvent): Unit = {
    val failures = destinations.flatMap(d => Attempts.failure(d.send(event))).toVector
    if (failures.nonEmpty) throw EmissionException.of(failures, failures.map(_.getMessage).mkString("; "))
  }

  /** Closes all at the same time, because each may need the whole timeout. */
  def closeAll(destinations: Iterable[Destination], within: Duration): Unit =
    destinations.map(d =>
      Deadline.background("headwater-close")(d.close(within))
    ).foreach(_.join(within.toMillis + 100))

  /** The transports that appear while the application runs, each with a spool of its own from its first event on. */
  final class Dynamic(
      transports: () => Vector[EventTransport],
      open: EventTransport => Destination
  ) extends Destination {
    @volatile private var opened = Map.empty[String, Destination] // changed by the emitting thread

    def send(event: SerializedEvent): Unit = {
      val found = transports()
      found.filterNot(t => opened.contains(t.identity)).foreach(t => opened += t.identity -> open(t))
      sendAll(opened.values, event)
    }

    def close(within: Duration): Unit = closeAll(opened.values, within)

    def counts: DeliveryCounts = opened.values.map(_.counts).foldLeft(DeliveryCounts())(_ + _)

    override def accepting: Int = opened.values.map(_.accepting).sum
  }

  /** Sends over a network, through the spool. */
  final class Spooled(
      transport: EventTransport,
      application: String,
      spool: SpoolSettings,
      redact: String => String,
      warn: String => Unit
  ) extends Destination {
    private val delivery = Delivery.to(transport, application, spool, redact, warn)
    def send(event: SerializedEvent): Unit = delivery.add(event)
    def close(within: Duration): Unit = {
      delivery.close(within)
      Deadline.background("headwater-close")(transport.close())
      ()
    }
    def counts: DeliveryCounts = delivery.counts
  }
}

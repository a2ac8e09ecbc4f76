package io.headwater.emit

import java.time.Duration

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.spool.{Delivery, DeliveryCounts, SpoolSettings}
import io.headwater.emit.transport.EventTransport
import io.headwater.util.Deadline

/** One of the places that get every event, and the way there. */
private[emit] sealed trait Destination {
  def take(event: SerializedEvent): Unit
  def close(within: Duration): Unit
  def counts: DeliveryCounts
}

private[emit] object Destination {

  /** Asked on the caller's thread: files, the console, and transports of extensions, which have bounds of their own. */
  final class Direct(carrier: EventTransport, counted: Boolean) extends Destination {
    @volatile private var sent = 0L // written by the emitting thread
    def take(event: SerializedEvent): Unit = {
      carrier.carry(event)
      if (counted) sent += 1
    }
    def close(within: Duration): Unit = shut(carrier, within)
    def counts: DeliveryCounts = DeliveryCounts(sent = sent)
  }

  /** Over a network, by way of the spool. */
  final class Spooled(carrier: EventTransport, application: String, spool: SpoolSettings, say: String => Unit)
      extends Destination {
    private val delivery = Delivery.to(carrier, application, spool, say)
    def take(event: SerializedEvent): Unit = delivery.add(event)
    def close(within: Duration): Unit = {
      delivery.close(within)
      Deadline.background("headwater-close")(Deadline.caught(carrier.close()).getOrElse(()))
      ()
    }
    def counts: DeliveryCounts = delivery.counts
  }

  private def shut(carrier: EventTransport, within: Duration): Unit =
    Deadline.within("headwater-close", within)(carrier.close()).getOrElse(())
}

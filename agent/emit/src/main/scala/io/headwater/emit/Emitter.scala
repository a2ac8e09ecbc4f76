package io.headwater.emit

import java.time.Duration

import io.headwater.model.RunEvent

/** Sends events, redacted. Called from one thread only. `emit` does not wait for a network: what needs one is put into
  * the spool. It throws `EmissionFailed` when a transport that is asked at once has not taken the event.
  */
trait Emitter {
  def emit(event: RunEvent): Unit

  /** Waits until all has been delivered, but returns after `within` at the latest; the rest stays in the spool. */
  def close(within: Duration): Unit

  def counts: Counts

  /** Where events go, on one line and without secrets. */
  def description: String
}

/** What became of events so far: taken by their transport; waiting for it; refused by it for good; thrown away because
  * neither disk nor memory had room. `recovered` are events that dead applications had left, and that this one has sent.
  */
final case class Counts(
    sent: Long = 0,
    spooled: Long = 0,
    dead: Long = 0,
    dropped: Long = 0,
    recovered: Long = 0
) {
  def +(other: Counts): Counts = Counts(
    sent + other.sent,
    spooled + other.spooled,
    dead + other.dead,
    dropped + other.dropped,
    recovered + other.recovered
  )
}

/** An event was not delivered. The message is one line, short and without secrets: an answer's body is cut. */
final class EmissionFailed(message: String, val prospect: Prospect = Prospect.Again())
    extends RuntimeException(message, null, false, false)

object EmissionFailed {

  /** One failure, of several. */
  def of(causes: Iterable[Throwable], message: String): EmissionFailed =
    new EmissionFailed(
      message,
      Prospect.of(causes.map { case e: EmissionFailed => e.prospect; case _ => Prospect.Again() })
    )
}

/** Whether the same event may be taken later. */
sealed trait Prospect
object Prospect {

  /** `after`: the backend has said when. */
  final case class Again(after: Option[Duration] = None) extends Prospect
  case object Never extends Prospect

  /** Of several failures: there is hope as long as one of them can be mended. */
  def of(all: Iterable[Prospect]): Prospect =
    all.collect { case a: Again => a }.reduceOption { (a, b) =>
      Again((a.after ++ b.after).reduceOption((x, y) => if (x.compareTo(y) > 0) x else y))
    }.getOrElse(if (all.isEmpty) Again() else Never)
}

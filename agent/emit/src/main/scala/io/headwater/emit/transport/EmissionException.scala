package io.headwater.emit.transport

import java.time.Duration

/** An event was not delivered.
  *
  * @param message
  *   one short line without secrets; the body of a response is truncated
  * @param retryability
  *   whether the same event may be accepted later
  */
final class EmissionException(message: String, val retryability: Retryability = Retryability.Retry())
    extends RuntimeException(message, null, false, false)

object EmissionException {

  /** One failure that combines several. */
  def of(causes: Iterable[Throwable], message: String): EmissionException =
    new EmissionException(
      message,
      Retryability.of(causes.map {
        case e: EmissionException => e.retryability
        case _ => Retryability.Retry()
      })
    )
}

/** Whether an event that was not delivered may be accepted later. */
sealed trait Retryability
object Retryability {

  /** This event was not accepted; another one might be.
    *
    * @param timedOut
    *   whether there was no answer in time
    */
  final case class Retry(timedOut: Boolean = false) extends Retryability

  /** The destination accepts no event now: it cannot be reached, or has asked for a delay, or rejects the credentials.
    *
    * @param after
    *   the delay that the backend asked for, if any
    */
  final case class Unavailable(after: Option[Duration] = None) extends Retryability

  case object Permanent extends Retryability

  /** Of several failures: a retry is useful if at least one of them is not permanent. The longest delay applies. */
  def of(all: Iterable[Retryability]): Retryability = {
    val unavailable = all.collect { case u: Unavailable => u }
    val retries = all.collect { case r: Retry => r }
    if (unavailable.nonEmpty)
      Unavailable(unavailable.flatMap(_.after).reduceOption((x, y) => if (x.compareTo(y) > 0) x else y))
    else if (retries.nonEmpty || all.isEmpty) Retry(retries.exists(_.timedOut))
    else Permanent
  }
}

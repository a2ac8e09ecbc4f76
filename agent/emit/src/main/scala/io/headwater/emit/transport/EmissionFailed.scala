package io.headwater.emit.transport

import java.time.Duration

/** An event was not delivered.
  *
  * @param message
  *   one short line without secrets; the body of a response is truncated
  * @param retryability
  *   whether the same event may be accepted later
  */
final class EmissionFailed(message: String, val retryability: Retryability = Retryability.Retry())
    extends RuntimeException(message, null, false, false)

object EmissionFailed {

  /** One failure that combines several. */
  def of(causes: Iterable[Throwable], message: String): EmissionFailed =
    new EmissionFailed(
      message,
      Retryability.of(causes.map {
        case e: EmissionFailed => e.retryability
        case _ => Retryability.Retry()
      })
    )
}

/** Whether an event that was not delivered may be accepted later. */
sealed trait Retryability
object Retryability {

  /** @param after
    *   the delay that the backend asked for, if any
    */
  final case class Retry(after: Option[Duration] = None) extends Retryability
  case object Permanent extends Retryability

  /** Of several failures: a retry is useful if at least one of them is not permanent. The longest delay applies. */
  def of(all: Iterable[Retryability]): Retryability =
    all.collect { case r: Retry => r }.reduceOption { (a, b) =>
      Retry((a.after ++ b.after).reduceOption((x, y) => if (x.compareTo(y) > 0) x else y))
    }.getOrElse(if (all.isEmpty) Retry() else Permanent)
}

package io.headwater.shell.extensions.python

import io.headwater.model.RunEvent

/** What the review of an event has decided. */
sealed trait Reviewed

object Reviewed {

  /** The event may be sent, with its new names. */
  final case class Kept(event: RunEvent) extends Reviewed

  /** A filter has dropped the event. */
  case object Dropped extends Reviewed

  /** A required extension cannot be called now. */
  final case class Waiting(reason: String) extends Reviewed

  /** A required extension has failed for this event. */
  final case class Refused(event: RunEvent, reason: String) extends Reviewed
}

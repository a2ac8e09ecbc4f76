package io.headwater.emit

import io.headwater.emit.event.SerializedEvent
import io.headwater.model.ExtensionError

/** Code of extensions that changes finished events before they are sent. What it returns is redacted again. */
trait ExtensionTransformer {

  /** The changed event, or the same instance, and what has failed. Does not throw. */
  def apply(event: SerializedEvent): (SerializedEvent, Vector[ExtensionError])
}

object ExtensionTransformer {
  val none: ExtensionTransformer = event => (event, Vector.empty)
}

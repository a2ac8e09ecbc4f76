package io.headwater.shell.config

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.transport.config.TransportOptions

/** The section of the transport. The transport itself reads its options. */
object TransportConfig extends ConfigSection {

  val transport = subtree(
    "transport.**",
    "Transport of the events: its type, and the options of that type.",
    "file"
  )

  /** @return
    *   a section with a type, or none if no transport is configured
    */
  def read(values: ConfigValues): Option[Branch] = transport.read(values) match {
    case None => None
    case Some(section: Branch) if TransportOptions.kind(section).isDefined => Some(section)
    case Some(_: Branch) =>
      values.reject("transport.type", "", "missing; write console, http, file, kafka or another type")
    case Some(Leaf(value)) =>
      values.reject("transport", value, "not a section; write transport.type")
    case Some(_: Items) =>
      values.reject("transport", "", "a list; write transport.type=composite for several")
  }
}

package io.headwater.emit.transport.config

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.Branch
import io.headwater.redaction.Redactor

/** The section of a transport, or a section below it.
  *
  * @param at
  *   its key
  * @param redactor
  *   redacts the values in problems
  */
private[transport] final case class TransportSection(at: String, options: Branch, redactor: Redactor) {
  def below(key: String, options: Branch): TransportSection = copy(at = s"$at.$key", options = options)

  def problem(key: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(s"$at.$key", value, fix, redactor)
}

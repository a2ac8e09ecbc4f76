package io.headwater.config

import io.headwater.redaction.Redactor
import io.headwater.util.Texts

/** A setting that cannot be used. It holds no secret: `ConfigProblem.of` redacts the value.
  *
  * {{{spark.openlineage.transport.type is "htpp": unknown transport; use one of console, http, file, kafka.}}}
  */
final case class ConfigProblem private (key: String, redactedValue: String, fix: String) {

  /** One sentence for the driver's log: the key, the redacted value, and how to correct it. */
  def line: String = if (redactedValue.isEmpty) s"$key: $fix" else s"""$key is "$redactedValue": $fix"""

  /** The sentences of an application that runs without lineage: it reads no further than to its first problem. */
  def firstLine: String = s"$line. `headwater doctor` shows all problems of the configuration"
}

object ConfigProblem {
  private val maxValueLength = 200

  /** @param value
    *   the value as configured; empty if the setting is missing
    * @param fix
    *   why the value cannot be used, and what to use instead
    */
  def of(key: String, value: String, fix: String, redactor: Redactor = Redactor.default): ConfigProblem = {
    val redacted = if (value.isEmpty) "" else oneLine(redactor.property(key, value))
    ConfigProblem(oneLine(key), Texts.shortened(redacted, maxValueLength), oneLine(redactor.text(fix)))
  }

  /** The text without line breaks and control characters, which could forge lines of a log or write to a terminal. */
  def oneLine(text: String): String =
    if (text.exists(breaks)) text.map(c => if (breaks(c)) ' ' else c) else text

  private def breaks(c: Char): Boolean = Character.isISOControl(c) || c == '\u2028' || c == '\u2029'
}

package io.headwater.config

import io.headwater.redaction.Redactor

/** A setting that cannot be used. `line` is one sentence for the driver's log: the key, the value as far as it may be
  * shown, and what to do. Holds no secret: the value is redacted when the problem is made.
  *
  * {{{spark.openlineage.transport.type is "htpp": unknown transport; use one of console, http, file, kafka.}}}
  */
final case class ConfigProblem private (key: String, shown: String, fix: String) {
  def line: String = if (shown.isEmpty) s"$key: $fix" else s"""$key is "$shown": $fix"""
}

object ConfigProblem {
  private val longest = 200

  def of(key: String, value: String, fix: String, redactor: Redactor = Redactor.default): ConfigProblem = {
    val shown = if (value.isEmpty) "" else redactor.property(key, value).replace('\n', ' ')
    val cut = if (shown.length > longest) shown.take(longest) + "..." else shown
    ConfigProblem(key, cut, redactor.text(fix).replace('\n', ' '))
  }
}

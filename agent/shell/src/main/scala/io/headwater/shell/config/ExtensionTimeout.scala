package io.headwater.shell.config

import scala.util.Try

/** The time-outs of single extensions, each written as `package.module:name=milliseconds`. */
private[config] object ExtensionTimeout {

  /** The extension and the milliseconds. */
  def parse(text: String): Option[(String, Long)] = {
    val (name, value) = text.splitAt(text.lastIndexOf('='))
    for {
      millis <- Try(value.drop(1).trim.toLong).toOption
      if millis > 0 && millis <= Int.MaxValue && name.trim.matches("[^:\\s]+:[^:\\s]+")
    } yield name.trim -> millis
  }

  def read(values: ConfigValues, key: ConfigKey[Any]): Map[String, Long] =
    values.parsed(
      key,
      "not an extension and a time; write package.module:name=milliseconds, for example acme.lineage:Tables=300"
    )(parse).toMap
}

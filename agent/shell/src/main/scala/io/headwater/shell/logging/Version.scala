package io.headwater.shell.logging

/** The agent's version: that of its jar. */
object Version {
  val current: String = Option(getClass.getResourceAsStream("/io/headwater/version")).fold("unknown") { in =>
    try scala.io.Source.fromInputStream(in, "UTF-8").mkString.trim
    finally in.close()
  }
}

package io.headwater.shell.logging

/** The agent's version, from a resource in its jar. */
object Version {
  val current: String = Option(getClass.getResourceAsStream("/io/headwater/version")).fold("unknown") { in =>
    try scala.io.Source.fromInputStream(in, "UTF-8").mkString.trim
    finally in.close()
  }
}

package io.headwater.shell.config

/** What the build has written into the jar about the agent. */
object Version {
  val current: String = resource("version").getOrElse("unknown")

  /** The address of the source repository, if the build knew it. */
  val repository: Option[String] = resource("repository")

  private def resource(name: String): Option[String] =
    Option(getClass.getResourceAsStream(s"/io/headwater/$name")).map { in =>
      try scala.io.Source.fromInputStream(in, "UTF-8").mkString.trim
      finally in.close()
    }
}

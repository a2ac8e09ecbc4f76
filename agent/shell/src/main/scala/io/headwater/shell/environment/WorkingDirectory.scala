package io.headwater.shell.environment

import java.nio.file.{Path, Paths}

/** The directories that relative settings refer to. */
object WorkingDirectory {
  def current: Path = property("user.dir")
  def home: Path = property("user.home")

  private def property(name: String): Path = Paths.get(System.getProperty(name, "."))
}

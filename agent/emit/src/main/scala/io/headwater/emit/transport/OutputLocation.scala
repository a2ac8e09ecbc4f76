package io.headwater.emit.transport

import java.nio.file.{Files, Path, Paths}

import io.headwater.util.Attempts

/** The directories for relative and default file locations. */
final case class OutputLocation(
    applicationId: String,
    workDir: Path,
    temporary: Path = Paths.get(System.getProperty("java.io.tmpdir"))
) {

  /** `headwater-events/<applicationId>.jsonl` below the working directory, or below the temporary directory if the working
    * directory is not writable.
    */
  private[transport] def defaultFile: Path = {
    val name = applicationId.map(c =>
      if (Character.isLetterOrDigit(c) || "._-".indexOf(c.toInt) >= 0) c else '_'
    ) + ".jsonl"
    val directories =
      Vector(workDir, temporary).map(_.toAbsolutePath.normalize.resolve(OutputLocation.folder))
    directories.find(OutputLocation.isWritable).getOrElse(directories.last).resolve(name)
  }
}

object OutputLocation {

  /** The folder of event files if no transport is configured. */
  val folder = "headwater-events"

  private[transport] def isWritable(dir: Path): Boolean =
    Attempts.caught(Files.isWritable(Files.createDirectories(dir))).getOrElse(false)
}

package io.headwater.emit.transport

import java.nio.file.{Files, Path, Paths}

import io.headwater.util.Deadline

/** Where files go that the configuration names relatively or not at all. */
final case class OutputLocation(
    applicationId: String,
    workDir: Path,
    temporary: Path = Paths.get(System.getProperty("java.io.tmpdir"))
) {

  /** `headwater-events/<applicationId>.jsonl` under the working directory; under the temporary one where that cannot
    * be written.
    */
  private[transport] def defaultFile: Path = {
    val name = applicationId.map(c =>
      if (Character.isLetterOrDigit(c) || "._-".indexOf(c.toInt) >= 0) c else '_'
    ) + ".jsonl"
    val dir = Vector(workDir, temporary).map(_.toAbsolutePath.normalize.resolve("headwater-events"))
    dir.find(OutputLocation.usable).getOrElse(dir.last).resolve(name)
  }
}

object OutputLocation {
  private[transport] def usable(dir: Path): Boolean =
    Deadline.caught(Files.isWritable(Files.createDirectories(dir))).getOrElse(false)
}

package io.headwater.shell.config

import java.nio.file.Path
import java.time.Duration

import scala.util.Try

import io.headwater.config.ConfigProblem
import io.headwater.emit.spool.{SpoolMode, SpoolSettings}

/** The section `spool`. */
private[config] object SpoolConfig {

  /** `text` and `count` read one key; `problem` says what is wrong with a value. A relative directory is below
    * `workDir`.
    */
  def read(
      text: ConfigKey => Option[String],
      count: ConfigKey => Either[ConfigProblem, Long],
      problem: (String, String, String) => ConfigProblem,
      workDir: Path
  ): Either[ConfigProblem, SpoolSettings] = {
    import ConfigKeys._
    val modes = SpoolMode.all.map(_.name).mkString(", ")
    val wanted = text(spoolMode).getOrElse(spoolMode.default)
    for {
      mode <- SpoolMode.all.find(_.name.equalsIgnoreCase(wanted))
        .toRight(problem(spoolMode.name, wanted, s"not one of $modes; write one of them"))
      root <- text(spoolDir).fold[Either[ConfigProblem, Path]](Right(SpoolSettings.defaultRoot)) { dir =>
        Try(workDir.toAbsolutePath.resolve(dir).normalize).toOption
          .toRight(problem(spoolDir.name, dir, "not a directory's path; give one"))
      }
      bytes <- count(spoolMaxBytes)
      total <- count(spoolMaxTotalBytes)
      hours <- count(spoolMaxAge)
      segment <- count(spoolSegmentBytes)
    } yield SpoolSettings(
      mode,
      root,
      bytes,
      total,
      Duration.ofHours(hours),
      math.min(segment, 1L << 30).toInt
    )
  }
}

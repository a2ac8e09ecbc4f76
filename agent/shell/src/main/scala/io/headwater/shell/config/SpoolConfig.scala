package io.headwater.shell.config

import java.nio.file.{InvalidPathException, Path}
import java.time.Duration

import io.headwater.emit.spool.{SpoolMode, SpoolSettings}

/** The spool: events for network transports wait there until they are delivered. */
object SpoolConfig extends ConfigSection {

  val mode = choice(
    "spool.mode",
    SpoolMode.On.name,
    SpoolMode.all.map(mode => mode.name -> mode),
    "Durability of events for network transports: off (in memory only), on (on disk, survives a crash of the driver), " +
      "fsync (survives a crash of the machine)."
  )
  val dir = text(
    "spool.dir",
    "Spool directory. Default: `headwater-spool-<user>` in the JVM's temporary directory."
  )
  val maxBytes = count(
    "spool.maxBytes",
    from = 100000,
    default = 268435456,
    "Maximum size of one application's spool. Beyond it, the oldest events are dropped and counted."
  )
  val maxTotalBytes = count(
    "spool.maxTotalBytes",
    from = 100000,
    default = 1073741824,
    "Maximum size of the spool directory, all applications together. Beyond it, the events of the oldest ended " +
      "applications are deleted."
  )
  val maxAge = count("spool.maxAgeHours", from = 1, default = 168, "Maximum age of undelivered events.")
  val segmentBytes =
    count("spool.segmentBytes", from = 1000, default = 1048576, "Size at which a new spool file is started.")

  private val maxSegmentBytes = 1L << 30
  private val maxAgeHours = Duration.ofMillis(ConfigValues.maxMillis).toHours

  def read(values: ConfigValues): SpoolSettings =
    SpoolSettings(
      mode = mode.read(values),
      root = root(values),
      maxBytes = maxBytes.read(values),
      maxTotalBytes = maxTotalBytes.read(values),
      maxAge = Duration.ofHours(math.min(maxAge.read(values), maxAgeHours)),
      segmentBytes = math.min(segmentBytes.read(values), maxSegmentBytes).toInt
    )

  /** A relative directory is resolved against the working directory. */
  private def root(values: ConfigValues): Path = dir.read(values) match {
    case None => SpoolSettings.defaultRoot
    case Some(path) =>
      try values.workDir.toAbsolutePath.resolve(path).normalize
      catch {
        case _: InvalidPathException => values.reject(dir.name, path, "not a directory's path; give one")
      }
  }
}

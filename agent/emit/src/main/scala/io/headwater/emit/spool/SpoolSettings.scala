package io.headwater.emit.spool

import java.nio.file.{Path, Paths}
import java.time.Duration

/** The durability of the spool. `Off`: events are kept in memory. `On`: they survive the end of the process. `Fsync`: they
  * survive a crash of the machine.
  */
sealed abstract class SpoolMode(val name: String)
object SpoolMode {
  case object Off extends SpoolMode("off")
  case object On extends SpoolMode("on")
  case object Fsync extends SpoolMode("fsync")
  val all: Vector[SpoolMode] = Vector(Off, On, Fsync)
}

/** The section `spool`.
  *
  * @param root
  *   contains one directory per application and destination
  * @param maxBytes
  *   the limit of one directory
  * @param maxTotalBytes
  *   the limit of all directories together
  * @param maxAge
  *   how long undelivered events are kept
  */
final case class SpoolSettings(
    mode: SpoolMode = SpoolMode.On,
    root: Path = SpoolSettings.defaultRoot,
    maxBytes: Long = 256L << 20,
    maxTotalBytes: Long = 1L << 30,
    maxAge: Duration = Duration.ofHours(168),
    segmentBytes: Int = 1 << 20
)

object SpoolSettings {

  /** `<java.io.tmpdir>/headwater-spool-<user>`. */
  def defaultRoot: Path = {
    val user = System.getProperty("user.name", "unknown").replaceAll("[^A-Za-z0-9._-]", "_")
    Paths.get(System.getProperty("java.io.tmpdir", "/tmp")).resolve(s"headwater-spool-$user")
  }
}

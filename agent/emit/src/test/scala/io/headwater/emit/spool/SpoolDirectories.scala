package io.headwater.emit.spool

import java.nio.file.{Files, Path}
import java.time.Duration

import org.scalatest.Assertions

/** Directories of spools, as living and as killed processes leave them. */
trait SpoolDirectories extends Assertions {
  import Fixtures._

  protected val now = System.currentTimeMillis
  protected def settings(root: Path, mode: SpoolMode = SpoolMode.On) =
    SpoolSettings(mode, root, maxBytes = 20000, maxAge = Duration.ofHours(1), segmentBytes = 2000)
  protected def open(s: SpoolSettings, to: String = "backend", at: Long = now): SpoolDirectory =
    new Spool(s, () => at).create(SegmentHeader("local-1", to, Vector.empty)).fold(fail(_), identity)
  protected def copy(from: Path, to: Path): Unit = {
    Files.createDirectories(to)
    files(from).filter(_ != DirectoryLock.file).foreach(f => Files.copy(from.resolve(f), to.resolve(f)))
    Files.createFile(to.resolve(DirectoryLock.file))
    ()
  }

  /** The state after `kill -9`: the files of the directory, without a lock. */
  protected def killed(directory: SpoolDirectory, s: SpoolSettings): SpoolSettings = {
    val other = s.copy(root = folder())
    copy(directory.path, other.root.resolve("dead"))
    other
  }
  protected def orphans(s: SpoolSettings, to: String = "backend", at: Long = now): Vector[SpoolDirectory] =
    new Spool(s, () => at).orphans(to).toVector
}

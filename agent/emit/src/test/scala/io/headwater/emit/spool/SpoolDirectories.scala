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
    new Spool(s, () => at).orphans(_ == to).toVector

  /** The spool of two dead applications with three events each, `old` and `young`; `old` is so much older. */
  protected def twoDead(hours: Int): (SpoolSettings, Path) = {
    val s = settings(folder())
    val d = open(s)
    (1 to 3).foreach(r => d.append(event(runId(r), "COMPLETE", 0)))
    for ((name, age) <- Vector("old" -> hours, "young" -> 0)) {
      copy(d.path, s.root.resolve(name))
      files(s.root.resolve(name)).foreach(f =>
        s.root.resolve(name).resolve(f).toFile.setLastModified(now - age * 3600000L - 1000)
      )
    }
    drain(d)
    d.close()
    (s, s.root.resolve("old"))
  }
}

package io.headwater.emit.spool

import java.io.File
import java.nio.file.Path

/** Removes directories of dead applications, for all destinations: those without a write for `maxAge`, and then the
  * oldest ones until all directories together fit into `maxTotalBytes`. Directories that a running process has locked
  * stay.
  */
private[spool] final class Expiry(settings: SpoolSettings, clock: () => Long, warn: String => Unit) {

  /** @param directories
    *   all directories of one spool, oldest first
    */
  def apply(directories: Vector[Path]): Unit = {
    val oldest = clock() - settings.maxAge.toMillis
    val (old, young) = directories.filter(isSpool).partition(files(_).forall(_.lastModified < oldest))
    val kept = young ++ old.filterNot(remove)
    val sizes = kept.map(bytes)
    val excess = sizes.sum - settings.maxTotalBytes
    // the total size of all older directories: a directory is removed if that is less than the excess
    val olderBytes = sizes.scanLeft(0L)(_ + _)
    val removed = kept.zip(olderBytes).collect { case (d, bytes) if bytes < excess => d }.filter(remove)
    if (removed.nonEmpty)
      warn(
        s"removed ${removed.size} of ${directories.size} directories with undelivered events of dead applications in ${settings.root}: together they were larger than spool.maxTotalBytes"
      )
  }

  private def isSpool(directory: Path): Boolean = files(directory).exists(_.getName == DirectoryLock.file)

  private def remove(directory: Path): Boolean = DirectoryLock.take(directory).exists { lock =>
    files(directory).foreach(_.delete())
    val removed = directory.toFile.delete()
    lock.release()
    removed
  }

  private def bytes(directory: Path): Long = files(directory).map(_.length).sum

  private def files(directory: Path): Vector[File] =
    Option(directory.toFile.listFiles).fold(Vector.empty[File])(_.toVector)
}

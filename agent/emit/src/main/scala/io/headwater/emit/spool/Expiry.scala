package io.headwater.emit.spool

import java.io.File
import java.nio.file.Path

/** Removes what dead applications have left, whatever it is for: what nobody has written to for `maxAge`, and then the
  * oldest until all directories together fit into `maxTotalBytes`. What a living process holds stays.
  */
private[spool] final class Expiry(settings: SpoolSettings, clock: () => Long, say: String => Unit) {

  /** `directories` are those of one spool, oldest first. */
  def apply(directories: Vector[Path]): Unit = {
    val oldest = clock() - settings.maxAge.toMillis
    val (old, young) = directories.filter(isSpool).partition(files(_).forall(_.lastModified < oldest))
    val kept = young ++ old.filterNot(remove)
    val sizes = kept.map(bytes)
    val excess = sizes.sum - settings.maxTotalBytes
    // how much all before each one hold: those go that begin within the excess
    val before = sizes.scanLeft(0L)(_ + _)
    val gone = kept.zip(before).collect { case (d, bytes) if bytes < excess => d }.filter(remove)
    if (gone.nonEmpty)
      say(
        s"has removed ${gone.size} of ${directories.size} directories of undelivered events that dead applications have left in ${settings.root}: together they were larger than spool.maxTotalBytes"
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

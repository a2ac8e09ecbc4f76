package io.headwater.emit.spool

import java.io.File
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicLong

import scala.util.Try

/** Removes directories of dead applications, for all destinations: those without a write for `maxAge`, and then the
  * oldest ones until all directories together fit into `maxTotalBytes`. Directories that a running process has locked
  * stay. The events that are lost are counted, and the log names their number for each application.
  *
  * An age counts only if it holds against the newest file of another application, too: the clock of one driver may be days
  * ahead.
  */
private[spool] final class Expiry(settings: SpoolSettings, clock: () => Long, warn: String => Unit) {
  private val removedEvents = new AtomicLong

  /** How many events were deleted that waited, or that the backend had refused. */
  def events: Long = removedEvents.get

  /** @param directories
    *   all directories of one spool, oldest first
    */
  def apply(directories: Vector[Path]): Unit = {
    val spools = directories.filter(isSpool)
    val now = clock()
    val ofOthers = spools.filterNot(DirectoryLock.isHeld).map(modified).filter(_ <= now)
    val oldest = (if (ofOthers.isEmpty) now else ofOthers.max) - settings.maxAge.toMillis
    val (old, young) = spools.partition(modified(_) < oldest)
    val kept = young ++ old.filterNot(remove(_, "older than spool.maxAgeHours"))
    val sizes = kept.map(bytes)
    val excess = sizes.sum - settings.maxTotalBytes
    // the total size of all older directories: a directory is removed if that is less than the excess
    val olderBytes = sizes.scanLeft(0L)(_ + _)
    kept.zip(olderBytes).foreach { case (d, bytes) =>
      if (bytes < excess) remove(d, "beyond spool.maxTotalBytes")
    }
  }

  /** Whether the directory is one of a spool. `spool.dir` may be a directory with other contents, and other programs have
    * lock files, too: so it has a segment, or nothing but files of a spool and the name of a spool's directory.
    */
  private def isSpool(directory: Path): Boolean = {
    val all = entries(directory)
    all.exists(_.getName == DirectoryLock.file) &&
    (SegmentHeader.of(directory).isDefined ||
      (all.forall(isOwn) && Spool.isName(directory.getFileName.toString)))
  }

  private def modified(directory: Path): Long =
    files(directory).map(_.lastModified).foldLeft(0L)((a, b) => math.max(a, b))

  private def remove(directory: Path, reason: String): Boolean =
    DirectoryLock.take(directory).exists { lock =>
      val application = SegmentHeader.of(directory).fold("unknown")(_.application)
      val waiting = Segment.numbers(directory).map(n => waitingIn(new Segment(directory, n))).sum
      val refused = DeadLetter.count(directory)
      files(directory).foreach(_.delete())
      val removed = files(directory).isEmpty
      directory.toFile.delete() // it stays if it has files of others
      lock.release()
      if (removed && waiting + refused > 0) {
        removedEvents.addAndGet(waiting + refused)
        val ofThem = if (refused > 0) s" ($refused of them in ${DeadLetter.file})" else ""
        warn(
          s"deleted ${waiting + refused} undelivered events$ofThem that application $application has left in " +
            s"${settings.root}: they were $reason"
        )
      }
      removed
    }

  private def waitingIn(segment: Segment): Long = Try {
    val records = Records.scan(Files.readAllBytes(segment.path)).spans.drop(1) // the first is the header
    records.foreach(segment.recover(_, 0))
    segment.waiting.size.toLong
  }.getOrElse(0L)

  private def bytes(directory: Path): Long = files(directory).map(_.length).sum

  /** The files of a spool in the directory. */
  private def files(directory: Path): Vector[File] = entries(directory).filter(isOwn)

  private def isOwn(file: File): Boolean = SpoolDirectory.isFile(file.getName) && !file.isDirectory

  private def entries(directory: Path): Vector[File] =
    Option(directory.toFile.listFiles).fold(Vector.empty[File])(_.toVector)
}

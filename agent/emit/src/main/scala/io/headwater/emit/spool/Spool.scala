package io.headwater.emit.spool

import java.io.IOException
import java.nio.file.attribute.FileAttribute
import java.nio.file.{Files, Path}
import java.util.UUID
import java.util.concurrent.atomic.AtomicBoolean

import scala.util.Try

import io.headwater.util.Iterators

/** The spool directory, which contains one directory per application and destination. */
private[spool] class Spool(settings: SpoolSettings, clock: () => Long, warn: String => Unit = _ => ()) {
  private val expiry = new Expiry(settings, clock, warn)
  private lazy val owner = SpoolRoot.currentUser(settings.root)
  private val hasForeign = new AtomicBoolean // set once, when directories of others have been named

  /** How many events of dead applications were deleted because of their age or the size of the spool. */
  def expired: Long = expiry.events

  /** Creates and locks a new directory.
    *
    * @return
    *   the directory, or the reason why it cannot be created
    */
  def create(header: SegmentHeader): Either[String, SpoolDirectory] =
    try {
      createPrivate(settings.root, (p, rights) => Files.createDirectories(p, rights: _*))
      SpoolRoot.problem(settings.root).toLeft(()).flatMap { _ =>
        expiry(directories)
        Iterators.first(Iterator.continually(attempt(header)).take(5).flatten).toRight(noLock)
      }
    } catch {
      case e @ (_: IOException | _: UnsupportedOperationException | _: SecurityException) =>
        Left(s"$e. ${SpoolRoot.fix}")
    }

  /** The directories of dead processes for one destination, oldest first. Each one is locked and recovered.
    *
    * @param isFor
    *   whether events for this destination are wanted
    */
  def orphans(isFor: String => Boolean): Iterator[SpoolDirectory] = {
    expiry(directories)
    for {
      path <- directories.iterator
      if SegmentHeader.of(path).exists(h => isFor(h.to))
      taken <- locked(path).iterator
      directory <- adopt(path, taken).iterator
    } yield directory
  }

  /** A directory that cannot be read is left unchanged. */
  private def adopt(path: Path, lock: DirectoryLock): Option[SpoolDirectory] = {
    val adopted = Try(SegmentHeader.of(path).map { header =>
      val directory = new SpoolDirectory(path, lock, header, settings, clock, warn)
      directory.recover()
      directory
    }).toOption.flatten
    if (adopted.isEmpty) lock.release()
    adopted
  }

  private def attempt(header: SegmentHeader): Option[SpoolDirectory] = {
    val application =
      header.application.map(c => if (c < 128 && Character.isLetterOrDigit(c) || c == '-') c else '_')
    val path = settings.root.resolve(s"$application-${UUID.randomUUID.toString.take(8)}")
    createPrivate(path, (p, rights) => Files.createDirectory(p, rights: _*))
    val taken = locked(path)
    if (taken.isEmpty) removeEmpty(path)
    taken.map(new SpoolDirectory(path, _, header, settings, clock, warn))
  }

  /** Locks a directory, if nobody else has it. */
  protected def locked(path: Path): Option[DirectoryLock] = DirectoryLock.take(path)

  /** Removes a directory that was made for this application, and that nobody can lock. */
  private def removeEmpty(path: Path): Unit = {
    Files.deleteIfExists(path.resolve(DirectoryLock.file))
    Files.deleteIfExists(path)
    ()
  }

  private def noLock: String =
    s"no file in ${settings.root} can be locked, as on a network disk without locks. ${SpoolRoot.fix}"

  /** Creates a directory that only its owner can access, with these permissions from the beginning. */
  private def createPrivate(path: Path, make: (Path, Seq[FileAttribute[_]]) => Any): Unit =
    if (!Files.exists(path)) {
      make(path, PrivateFile.rights(path, "rwx------"))
      ()
    }

  private def directories: Vector[Path] = {
    val entries = Option(settings.root.toFile.listFiles).fold(Vector.empty[java.io.File])(_.toVector)
    val (own, foreign) = entries.filter(_.isDirectory).map(_.toPath).partition(PrivateFile.isOf(owner, _))
    // several users may have a directory in common, unless it is this user's own
    if (foreign.nonEmpty && SpoolRoot.isOf(owner, settings.root) && hasForeign.compareAndSet(false, true))
      warn(
        s"leaves ${foreign.size} directories in ${settings.root} alone, for example ${foreign.head.getFileName}: " +
          "they belong to other users, or others can write into them"
      )
    own.sortBy(d => (d.toFile.lastModified, d.getFileName.toString))
  }
}

private[spool] object Spool {
  private val name = ".*-[0-9a-f]{8}".r.pattern

  /** Whether a spool gives its directories such names. */
  def isName(directory: String): Boolean = name.matcher(directory).matches
}

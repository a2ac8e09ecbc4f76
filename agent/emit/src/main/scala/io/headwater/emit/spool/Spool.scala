package io.headwater.emit.spool

import java.io.{BufferedReader, IOException, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.attribute.{FileAttribute, PosixFilePermissions}
import java.nio.file.{Files, Path}
import java.util.UUID

import scala.util.Try

/** The spool directory, which contains one directory per application and destination. */
private[spool] final class Spool(settings: SpoolSettings, clock: () => Long, warn: String => Unit = _ => ()) {
  private val expiry = new Expiry(settings, clock, warn)

  /** Creates and locks a new directory.
    *
    * @return
    *   the directory, or the reason why it cannot be created
    */
  def create(header: SegmentHeader): Either[String, SpoolDirectory] =
    try {
      createPrivate(settings.root, (p, rights) => Files.createDirectories(p, rights: _*))
      if (!isMine(settings.root)) Left(s"${settings.root} belongs to somebody else")
      else {
        expiry(directories)
        Iterator.continually(attempt(header)).take(5).flatten.take(1).toVector.headOption.toRight("no lock")
      }
    } catch {
      case e @ (_: IOException | _: UnsupportedOperationException | _: SecurityException) => Left(e.toString)
    }

  /** The directories of dead processes for the same destination, oldest first. Each one is locked and recovered. */
  def orphans(to: String): Iterator[SpoolDirectory] = {
    expiry(directories)
    for {
      path <- directories.iterator
      if headerOf(path).exists(_.to == to)
      lock <- DirectoryLock.take(path).iterator
      directory <- adopt(path, lock).iterator
    } yield directory
  }

  /** A directory that cannot be read is left unchanged. */
  private def adopt(path: Path, lock: DirectoryLock): Option[SpoolDirectory] = {
    val adopted = Try(headerOf(path).map { header =>
      val directory = new SpoolDirectory(path, lock, header, settings, clock)
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
    DirectoryLock.take(path).map(new SpoolDirectory(path, _, header, settings, clock))
  }

  /** Whether the directory belongs to the current user. A temporary file reveals the name of that user in the file system. */
  private def isMine(directory: Path): Boolean = {
    val file = Files.createTempFile(directory, "owner", "")
    try Files.getOwner(directory) == Files.getOwner(file)
    finally Files.delete(file)
  }

  /** Creates a directory that only its owner can access, with these permissions from the beginning. */
  private def createPrivate(path: Path, make: (Path, Seq[FileAttribute[_]]) => Any): Unit =
    if (!Files.exists(path)) {
      val posix = path.getFileSystem.supportedFileAttributeViews.contains("posix")
      make(path, if (posix) Seq(Spool.ownerOnly) else Seq.empty)
      ()
    }

  private def directories: Vector[Path] = {
    val entries = Option(settings.root.toFile.listFiles).fold(Vector.empty[java.io.File])(_.toVector)
    entries.filter(_.isDirectory).sortBy(d => (d.lastModified, d.getName)).map(_.toPath)
  }

  /** The header of the oldest segment with a valid header. */
  private def headerOf(directory: Path): Option[SegmentHeader] =
    Segment.numbers(directory).iterator.flatMap { number =>
      Try(firstLine(new Segment(
        directory,
        number
      ).path)).toOption.flatMap(Records.json).flatMap(SegmentHeader.read)
    }.take(1).toVector.headOption

  /** Tolerates invalid UTF-8, because the lines that follow may be corrupt. */
  private def firstLine(file: Path): String = {
    val lines = new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))
    try Option(lines.readLine).getOrElse("")
    finally lines.close()
  }
}

private object Spool {
  private val ownerOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
}

package io.headwater.emit.spool

import java.io.{BufferedReader, IOException, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.attribute.{FileAttribute, PosixFilePermissions}
import java.nio.file.{Files, Path}
import java.util.UUID

import scala.util.Try

/** The directory that holds a directory for each application. */
private[spool] final class Spool(settings: SpoolSettings, clock: () => Long, say: String => Unit = _ => ()) {
  private val expiry = new Expiry(settings, clock, say)

  /** A new directory, locked. Left: why there can be none. */
  def create(header: SegmentHeader): Either[String, SpoolDirectory] =
    try {
      restricted(settings.root, (p, rights) => Files.createDirectories(p, rights: _*))
      if (!mine(settings.root)) Left(s"${settings.root} belongs to somebody else")
      else {
        expiry(directories)
        Iterator.continually(attempt(header)).take(5).flatten.take(1).toVector.headOption.toRight("no lock")
      }
    } catch {
      case e @ (_: IOException | _: UnsupportedOperationException | _: SecurityException) => Left(e.toString)
    }

  /** What dead processes have left for the same place, oldest first; each is locked, and repaired. */
  def orphans(to: String): Iterator[SpoolDirectory] = {
    expiry(directories)
    for {
      path <- directories.iterator
      if headerOf(path).exists(_.to == to)
      lock <- DirectoryLock.take(path).iterator
      found <- adopted(path, lock).iterator
    } yield found
  }

  /** What cannot be read stays as it is. */
  private def adopted(path: Path, lock: DirectoryLock): Option[SpoolDirectory] = {
    val found = Try(headerOf(path).map { header =>
      val directory = new SpoolDirectory(path, lock, header, settings, clock)
      directory.recover()
      directory
    }).toOption.flatten
    if (found.isEmpty) lock.release()
    found
  }

  private def attempt(header: SegmentHeader): Option[SpoolDirectory] = {
    val application =
      header.application.map(c => if (c < 128 && Character.isLetterOrDigit(c) || c == '-') c else '_')
    val path = settings.root.resolve(s"$application-${UUID.randomUUID.toString.take(8)}")
    restricted(path, (p, rights) => Files.createDirectory(p, rights: _*))
    DirectoryLock.take(path).map(new SpoolDirectory(path, _, header, settings, clock))
  }

  /** A file system tells who asks only by a file that is made. */
  private def mine(directory: Path): Boolean = {
    val file = Files.createTempFile(directory, "owner", "")
    try Files.getOwner(directory) == Files.getOwner(file)
    finally Files.delete(file)
  }

  /** Nobody else may look inside, from the beginning. */
  private def restricted(path: Path, make: (Path, Seq[FileAttribute[_]]) => Any): Unit =
    if (!Files.exists(path)) {
      val posix = path.getFileSystem.supportedFileAttributeViews.contains("posix")
      make(path, if (posix) Seq(Spool.mine) else Seq.empty)
      ()
    }

  private def directories: Vector[Path] = {
    val found = Option(settings.root.toFile.listFiles).fold(Vector.empty[java.io.File])(_.toVector)
    found.filter(_.isDirectory).sortBy(d => (d.lastModified, d.getName)).map(_.toPath)
  }

  /** Of the oldest segment whose header is whole; each has one. */
  private def headerOf(directory: Path): Option[SegmentHeader] =
    Segment.numbers(directory).iterator.flatMap { number =>
      Try(firstLine(new Segment(
        directory,
        number
      ).path)).toOption.flatMap(Records.json).flatMap(SegmentHeader.read)
    }.take(1).toVector.headOption

  /** Tolerates what is no UTF-8: the lines that follow may be spoiled. */
  private def firstLine(file: Path): String = {
    val lines = new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))
    try Option(lines.readLine).getOrElse("")
    finally lines.close()
  }
}

private object Spool {
  private val mine = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
}

package io.headwater.emit.spool

import java.nio.file.attribute.{FileAttribute, PosixFilePermission, PosixFilePermissions}
import java.nio.file.{FileAlreadyExistsException, Files, LinkOption, Path}

import scala.util.Try

/** Files and directories that only their owner can access, with these permissions from the beginning. */
private[spool] object PrivateFile {

  /** Creates an empty file, unless it exists.
    *
    * @throws java.io.IOException
    *   if it cannot be created
    */
  def ensure(path: Path): Unit =
    if (!Files.exists(path))
      try create(path)
      catch { case _: FileAlreadyExistsException => () }

  /** @throws java.io.IOException
    *   if the file exists, or cannot be created
    */
  def create(path: Path): Path = Files.createFile(path, rights(path, "rw-------"): _*)

  def rights(path: Path, of: String): Seq[FileAttribute[_]] =
    if (!path.getFileSystem.supportedFileAttributeViews.contains("posix")) Seq.empty
    else Seq(PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(of)))

  /** Whether the directory is no link, belongs to `owner`, and nobody else can write into it. A file system without
    * owners has none but the current user.
    */
  def isOf(owner: String, directory: Path): Boolean =
    Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) &&
      Try(Files.getOwner(directory).getName).toOption.forall(_ == owner) &&
      Try(Files.getPosixFilePermissions(directory)).toOption.forall { rights =>
        !rights.contains(PosixFilePermission.GROUP_WRITE) && !rights.contains(
          PosixFilePermission.OTHERS_WRITE
        )
      }
}

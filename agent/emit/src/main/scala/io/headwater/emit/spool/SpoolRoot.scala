package io.headwater.emit.spool

import java.io.IOException
import java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{AccessDeniedException, Files, Path}

import scala.util.Try

/** The directory of the spool, which several applications and several users may have in common. Each application has a
  * directory of its own in it, which only its user can access. It is safe where others cannot rename or remove that one.
  */
object SpoolRoot {
  private[spool] val fix = "Set spark.openlineage.spool.dir to a directory that the driver can write"
  private val stickyBit = 0x200 // 01000

  /** Why an existing directory cannot be used, and what to do. A file is created in it, and deleted. */
  def problem(root: Path): Option[String] =
    try unsafe(root, currentUser(root))
    catch {
      case _: AccessDeniedException =>
        val user = System.getProperty("user.name")
        Some(s"$root ${owned(root)}, and user $user may not write into it. $fix")
      case e: IOException => Some(s"$e. $fix")
    }

  /** Who owns the files that this process creates: a temporary file reveals it. */
  private[spool] def currentUser(root: Path): String = {
    val file = Files.createTempFile(root, "owner", "")
    try Files.getOwner(file).getName
    finally Files.delete(file)
  }

  private[spool] def isOf(user: String, root: Path): Boolean = Files.getOwner(root).getName == user

  private def unsafe(root: Path, user: String): Option[String] = {
    val subdirectory = root.resolve(user.replaceAll("[^A-Za-z0-9._-]", "_"))
    def other = s"set spark.openlineage.spool.dir to $subdirectory, which the agent creates"
    val isOpen = Try(Files.getPosixFilePermissions(root).contains(OTHERS_WRITE)).getOrElse(false)
    if (attribute(root, "mode").exists(mode => (mode & stickyBit) != 0)) None
    else if (isOpen)
      Some(s"every user may write into $root and it has no sticky bit, so others could replace the spool. " +
        s"Set its mode to 1777, or $other")
    else if (isOf(user, root) || attribute(root, "uid").contains(0)) None
    else
      Some(
        s"$root ${owned(root)}, who could replace the spool of $user. Give it to $user or root, set its sticky bit, or $other"
      )
  }

  private def owned(root: Path): String = {
    val owner = Try(Files.getOwner(root).getName).getOrElse("an unknown user")
    val mode =
      Try(PosixFilePermissions.toString(Files.getPosixFilePermissions(root))).fold(_ => "", m => s" ($m)")
    s"belongs to $owner$mode"
  }

  /** None on a file system that does not have it. */
  private def attribute(root: Path, name: String): Option[Int] =
    Try(Files.getAttribute(root, s"unix:$name")).toOption.collect { case number: Integer => number.intValue }
}

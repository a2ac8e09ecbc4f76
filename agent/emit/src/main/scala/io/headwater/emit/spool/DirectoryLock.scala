package io.headwater.emit.spool

import java.io.IOException
import java.nio.channels.{FileChannel, FileLock, OverlappingFileLockException}
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.{Files, Path}
import java.util.concurrent.{ConcurrentHashMap, ConcurrentLinkedQueue}

import scala.util.Try

/** The lock of a spool directory. Its holder may deliver the events in the directory and remove it. The operating system
  * releases the lock at the end of the process.
  */
private[spool] final class DirectoryLock private (key: String, channel: FileChannel, lock: FileLock) {
  def release(): Unit = {
    try lock.release()
    catch { case _: IOException => () }
    channel.close()
    DirectoryLock.held.remove(key)
    ()
  }
}

private[spool] object DirectoryLock {
  val file = "lock"

  /** The locks of this process. Opening and closing a lock file releases a lock that the same process holds, so a file is
    * never opened twice.
    */
  private val held = ConcurrentHashMap.newKeySet[String]

  /** Lock files that an agent of another class loader has locked in this process. They stay open, and are not tried again. */
  private val heldElsewhere = new ConcurrentLinkedQueue[FileChannel]

  /** Whether this process holds the lock. */
  def isHeld(directory: Path): Boolean =
    held.contains(pathIn(directory).toString)

  /** The lock file by its real path: two applications of one process may reach a directory by different links. */
  private def pathIn(directory: Path): Path =
    Try(directory.toRealPath()).getOrElse(directory.toAbsolutePath.normalize).resolve(file)

  /** None if another holder has the lock, or if the directory was removed. */
  def take(directory: Path): Option[DirectoryLock] = {
    val path = pathIn(directory)
    if (held.add(path.toString)) attempt(path) else None
  }

  private def attempt(path: Path): Option[DirectoryLock] =
    try {
      PrivateFile.ensure(path)
      val channel = FileChannel.open(path, WRITE)
      try lock(path, channel).orElse {
          channel.close()
          notTaken(path)
        }
      catch {
        case _: OverlappingFileLockException =>
          heldElsewhere.add(channel)
          None
      }
    } catch { case _: IOException => notTaken(path) }

  private def lock(path: Path, channel: FileChannel): Option[DirectoryLock] = {
    val taken =
      try Option(channel.tryLock())
      catch { case _: IOException => None }
    // the previous holder may have removed the directory after it was listed
    taken.filter(_ => Files.exists(path)).map(new DirectoryLock(path.toString, channel, _))
  }

  private def notTaken(path: Path): Option[DirectoryLock] = {
    held.remove(path.toString)
    None
  }
}

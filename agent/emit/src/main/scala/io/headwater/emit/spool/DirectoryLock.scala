package io.headwater.emit.spool

import java.io.IOException
import java.nio.channels.{FileChannel, FileLock}
import java.nio.file.StandardOpenOption.{CREATE, WRITE}
import java.nio.file.{Files, Path}
import java.util.concurrent.ConcurrentHashMap

/** Whoever holds it may deliver what is in the directory, and remove it. Ends with its process at the latest. */
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

  /** To open and close a lock's file ends the lock that this very process has on it, so: never twice. */
  private val held = ConcurrentHashMap.newKeySet[String]

  /** None where somebody else has it, or the directory is gone. */
  def take(directory: Path): Option[DirectoryLock] = {
    val path = directory.toAbsolutePath.normalize.resolve(file)
    if (!held.add(path.toString)) None
    else {
      val taken = attempt(path)
      if (taken.isEmpty) held.remove(path.toString)
      taken
    }
  }

  private def attempt(path: Path): Option[DirectoryLock] =
    try {
      val channel = FileChannel.open(path, CREATE, WRITE)
      val lock =
        try Option(channel.tryLock())
        catch { case _: IOException | _: java.nio.channels.OverlappingFileLockException => None }
      // whoever had it may have removed the directory since it was listed
      lock.filter(_ => Files.exists(path)).map(l => new DirectoryLock(path.toString, channel, l)).orElse {
        channel.close()
        None
      }
    } catch { case _: IOException => None }
}

package io.headwater.emit.spool

import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.WRITE
import java.nio.file.{Files, Path, Paths}
import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

/** Files of other programs below `spool.dir`, and directories that are reached by links. */
final class OwnFilesSuite extends AnyFunSuite with SpoolDirectories {
  import Fixtures._

  test("files of others in the spool's directory stay") {
    val (s, old) = twoDead(hours = 2)
    def of(directory: String, files: String*): Vector[Path] = files.toVector.map { name =>
      val file = Files.write(Files.createDirectories(s.root.resolve(directory)).resolve(name), "x".getBytes)
      file.toFile.setLastModified(now - Duration.ofHours(9).toMillis)
      file
    }
    val theirs = of("prometheus", "lock", "queries.active") ++ of("state", "lock") ++
      of("build-0123abcd", "lock", "action_cache") ++ of(old.getFileName.toString, "notes.txt")
    of("local-1-0123abcd", "lock", "ended", "dead-letter.jsonl") // this one is a spool's
    assert(orphans(s, "elsewhere").isEmpty)
    assert(theirs.forall(Files.exists(_)) && files(old) == Set("notes.txt"))
    assert(files(s.root) == Set("young", "prometheus", "state", "build-0123abcd", old.getFileName.toString))
  }

  test("a directory that is reached by a link is locked once in a process") {
    val (s, link) = (settings(folder()), folder().resolve("link"))
    val own = open(s)
    Files.createSymbolicLink(link, s.root)
    val linked = link.resolve(own.path.getFileName)
    assert(
      DirectoryLock.isHeld(linked) && DirectoryLock.take(linked).isEmpty && orphans(settings(link)).isEmpty
    )
    own.close()
    assert(!DirectoryLock.isHeld(linked))
  }

  test("the lock of an agent in another class loader of the process stays locked") {
    val file = folder().resolve(DirectoryLock.file)
    PrivateFile.ensure(file)
    val other = FileChannel.open(file, WRITE)
    other.lock()
    def isLocked = // Linux lists device:inode of each lock
      new String(
        Files.readAllBytes(Paths.get("/proc/locks"))
      ).contains(s":${Files.getAttribute(file, "unix:ino")} ")
    assert(isLocked && DirectoryLock.take(file.getParent).isEmpty)
    System.gc()
    assert(isLocked && DirectoryLock.take(file.getParent).isEmpty)
    other.close()
  }
}

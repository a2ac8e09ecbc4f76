package io.headwater.emit.spool

import java.io.IOException
import java.net.URI
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{FileSystems, Files, Path}
import java.time.{Duration, Instant}
import java.util.Collections

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent

class SpoolSuite extends AnyFunSuite with SpoolDirectories {
  import Fixtures._

  test("events are read in the order of writing, and delivered events leave no file") {
    for (mode <- Vector(SpoolMode.On, SpoolMode.Fsync)) {
      val root = folder()
      val d = open(settings(root, mode))
      for (r <- 1 to 9; (kind, n) <- Vector("START" -> 0L, "COMPLETE" -> 1L))
        d.append(event(runId(r), kind, n))
      assert(files(d.path).count(_.endsWith(".seg")) > 2 && d.waiting == 18)
      assert(drain(d) == (1 to 9).toVector.flatMap(r => Vector(s"$r START 0", s"$r COMPLETE 1")))
      assert(files(d.path).count(_.endsWith(".seg")) == 1)
      d.close()
      assert(files(root).isEmpty)
    }
  }

  test("a delivered START is kept until its run has ended") {
    val d = open(settings(folder()))
    d.append(event(runId(1), "START", 0))
    for (r <- 2 to 19) {
      d.append(event(runId(r), "START", 0)); d.append(event(runId(r), "FAIL", 1)); drain(d)
    }
    assert(files(d.path).count(_.endsWith(".seg")) == 2)
    assert(files(d.path)("000001.seg"))
    d.append(event(runId(1), "COMPLETE", 1))
    drain(d)
    assert(!files(d.path)("000001.seg"))
  }

  test("the files of dead applications are limited: the oldest are removed, locked ones stay") {
    val s = settings(folder()).copy(maxTotalBytes = Long.MaxValue)
    val warnings = Vector.newBuilder[String]
    def dead(age: Int, events: Int): Path = {
      val d = open(s)
      (1 to events).foreach(n => d.append(event(runId(n), "START", 0)))
      val left = s.root.resolve(s"dead-$age")
      copy(d.path, left)
      drain(d)
      d.close()
      left.toFile.setLastModified(now - age * 1000L)
      left
    }
    val (oldest, older, old) = (dead(30, 20), dead(20, 20), dead(10, 5))
    def bytes(p: Path): Long = files(p).toVector.map(f => Files.size(p.resolve(f))).sum
    val bounded = s.copy(maxTotalBytes = bytes(older) + bytes(old))
    val living =
      new Spool(
        bounded,
        () => now,
        warnings += _
      ).create(SegmentHeader("local-2", "backend", Vector.empty)).fold(fail(_), identity)
    assert(Vector(oldest, older, old).map(Files.exists(_)) == Vector(false, true, true))
    assert(Files.exists(living.path))
    assert(warnings.result().size == 1)
    assert(warnings.result().head.contains("deleted 20 undelivered events that application local-1 has left"))
    assert(warnings.result().head.contains("beyond spool.maxTotalBytes"))
    living.close()
  }

  test("only the owner can access the directories") {
    val d = open(settings(folder().resolve("a/b")))
    for (p <- Vector(d.path, d.path.getParent))
      assert(PosixFilePermissions.toString(Files.getPosixFilePermissions(p)) == "rwx------")
  }

  test("a killed process loses nothing: what waits is delivered in order, open runs are aborted, once") {
    val s = settings(folder())
    val d = open(s)
    Vector((1, "START", 0L), (2, "START", 0L), (2, "RUNNING", 1L), (3, "START", 0L), (3, "COMPLETE", 1L))
      .foreach { case (r, kind, n) => d.append(event(runId(r), kind, n)) }
    d.done(oldest(d).get.position)
    val dead = killed(d, s)
    val rest = Vector("2 START 0", "2 RUNNING 1", "3 START 0", "3 COMPLETE 1", "2 ABORT 2", "1 ABORT 1")
    val first = orphans(dead)
    assert(first.map(_.waiting) == Vector(6))
    first.foreach(_.close())
    val again = orphans(dead).flatMap(o =>
      try drain(o)
      finally o.close()
    )
    assert(again == rest)
    assert(files(dead.root).isEmpty)
  }

  test("an aborted run has not changed its outputs: nobody knows whether the change has happened") {
    val facets = """{"schema":{"fields":[]},"lifecycleStateChange":{"lifecycleStateChange":"DROP"}}"""
    val outputs = s""""outputs":[{"namespace":"file","name":"/t","facets":$facets}]"""
    val start = SerializedEvent.read(json(runId(1), "START", 0).replace(""""outputs":[]""", outputs))
    val at = Instant.parse("2026-01-03T00:00:00Z")
    val Vector(abort) = OpenRuns().after(start).aborted(at): @unchecked
    assert(abort.line == start.line.replace(
      "START",
      "ABORT"
    ).replace("2026-01-02T03:04:05Z", at.toString)
      .replace("\"sequence\":0", "\"sequence\":1").replaceAll(",\"lifecycleStateChange\":\\{[^}]*}", ""))
  }

  test("a run does not end before its last event if the clock of the process that ends it is behind") {
    val start = event(runId(1), "START", 0)
    val later = "2026-01-02T05:00:00Z"
    val running =
      SerializedEvent.read(json(runId(1), "RUNNING", 1).replace("2026-01-02T03:04:05Z", later))
    def times(runs: OpenRuns) = runs.aborted(Instant.EPOCH).map(_.eventTime)
    assert(times(OpenRuns().after(start)) == Vector("2026-01-02T03:04:05Z"))
    assert(times(OpenRuns().after(start).after(running)) == Vector(later))
  }

  test("a locked directory, or one for another destination, is not adopted") {
    val s = settings(folder())
    val d = open(s)
    d.append(event(runId(1), "START", 0))
    assert(orphans(s).isEmpty)
    val dead = killed(d, s)
    assert(orphans(dead, "elsewhere").isEmpty)
    val one = orphans(dead)
    assert(one.size == 1 && orphans(dead).isEmpty)
  }

  test("an application that ended normally has no open runs") {
    val s = settings(folder())
    val d = open(s)
    d.append(event(runId(1), "START", 0))
    d.close()
    assert(orphans(s).flatMap(drain) == Vector("1 START 0"))
  }

  test("an incomplete or corrupt record affects no other record") {
    val s = settings(folder())
    val d = open(s)
    for (r <- 1 to 3) d.append(event(runId(r), "COMPLETE", 0))
    val dead = killed(d, s)
    val file = dead.root.resolve("dead/000001.seg")
    val bytes = Files.readAllBytes(file)
    val at = new String(bytes, "ISO-8859-1").indexOf(runId(2))
    Files.write(file, bytes.updated(at, 'x'.toByte).dropRight(5))
    assert(orphans(dead).flatMap(drain) == Vector("1 COMPLETE 0"))
  }

  test("the valid records of a corrupt segment are delivered") {
    val s = settings(folder())
    val d = open(s)
    for (r <- 1 to 2) d.append(event(runId(r), "COMPLETE", 0))
    val dead = killed(d, s)
    val file = dead.root.resolve("dead/000001.seg")
    val (header, rest) = Files.readAllBytes(file).splitAt(Files.readAllBytes(file).indexOf('\n'.toByte) + 1)
    Files.write(file, header ++ Array.tabulate(5000)(_.toByte) ++ Array('\n'.toByte) ++ rest)
    assert(orphans(dead).flatMap(drain) == Vector("1 COMPLETE 0", "2 COMPLETE 0"))
  }

  test("if the first header is corrupt, the header of the next segment is used") {
    val s = settings(folder())
    val d = open(s)
    for (r <- 1 to 9) d.append(event(runId(r), "COMPLETE", 0))
    val dead = killed(d, s)
    val file = dead.root.resolve("dead/000001.seg")
    Files.write(file, Files.readAllBytes(file).updated(0, 'x'.toByte))
    assert(orphans(dead).flatMap(drain) == (1 to 9).toVector.map(r => s"$r COMPLETE 0"))
  }

  test("events written before the files were removed can still be read; new ones are not written") {
    val s = settings(folder())
    val d = open(s)
    for (r <- 1 to 2) d.append(event(runId(r), "COMPLETE", 0))
    files(d.path).foreach(f => Files.delete(d.path.resolve(f)))
    Files.delete(d.path)
    val why = intercept[IOException](d.append(event(runId(3), "COMPLETE", 0)))
    assert(why.getMessage.endsWith("has been removed"))
    val first = oldest(d).get
    assert(summary(first.line) == "1 COMPLETE 0")
    d.done(first.position)
    d.close()
    assert(d.dropped == 1 && d.waiting == 0)
  }

  test("above the size limit the oldest events are dropped and counted; above the age limit all are") {
    val s = settings(folder())
    val d = open(s)
    for (r <- 1 to 100) d.append(event(runId(r), "COMPLETE", 0))
    assert(d.dropped > 0 && d.waiting + d.dropped == 100)
    assert(files(d.path).toVector.map(f => Files.size(d.path.resolve(f))).sum <= s.maxBytes)
  }

  test("above the age limit all events are deleted, counted and named") {
    val (s, old) = twoDead(hours = 2)
    val warnings = Vector.newBuilder[String]
    val spool = new Spool(s, () => now, warnings += _)
    assert(spool.orphans(_ == "elsewhere").isEmpty && files(s.root) == Set("young"))
    assert(spool.expired == 3 && !Files.exists(old))
    assert(warnings.result().head.contains("deleted 3 undelivered events that application local-1 has left"))
    assert(warnings.result().head.contains("older than spool.maxAgeHours"))
  }

  test("events that the backend has refused are counted when their directory is deleted") {
    val (s, old) = twoDead(hours = 2)
    val refused = Files.write(old.resolve(DeadLetter.file), "{}\n{}\n".getBytes)
    refused.toFile.setLastModified(now - Duration.ofHours(2).toMillis)
    val warnings = Vector.newBuilder[String]
    val spool = new Spool(s, () => now, warnings += _)
    spool.orphans(_ == "elsewhere")
    assert(spool.expired == 5)
    assert(
      warnings.result().head.contains("deleted 5 undelivered events (2 of them in dead-letter.jsonl) that")
    )
  }

  test("a clock that is days ahead deletes nothing") {
    val (s, _) = twoDead(hours = 0)
    val ahead = new Spool(s, () => now + Duration.ofDays(8).toMillis)
    val own = ahead.create(SegmentHeader("local-2", "backend", Vector.empty)).fold(fail(_), identity)
    own.append(event(runId(1), "START", 0))
    files(own.path).foreach(f =>
      own.path.resolve(f).toFile.setLastModified(now + Duration.ofDays(8).toMillis)
    )
    assert(ahead.orphans(_ == "elsewhere").isEmpty && files(s.root).size == 3 && ahead.expired == 0)
    own.append(event(runId(1), "COMPLETE", 1))
    (2 to 30).foreach(r => own.append(event(runId(r), "START", 0)))
    assert(own.dropped == 0)
    own.close()
    assert(orphans(s, "elsewhere").isEmpty && files(s.root).size == 3, "nor does the next one")
  }

  test("the directories of other users, and those that others can write into, are left alone") {
    val (s, dead) = twoDead(hours = 0)
    Files.setPosixFilePermissions(dead, PosixFilePermissions.fromString("rwxrwxrwx"))
    Files.createSymbolicLink(s.root.resolve("link"), folder())
    val warnings = Vector.newBuilder[String]
    val adopted = new Spool(s, () => now, warnings += _).orphans(_ == "backend").toVector
    assert(adopted.map(_.path.getFileName.toString) == Vector("young"))
    assert(warnings.result().size == 1 && warnings.result().head.contains("leaves 2 directories"))
    assert(!PrivateFile.isOf("somebody", s.root.resolve("young")))
  }

  test("a directory that every user may write into needs the sticky bit") {
    val root = folder()
    def mode(bits: Int): Unit = { Files.setAttribute(root, "unix:mode", bits); () }
    def create =
      new Spool(settings(root), () => now).create(SegmentHeader("local-1", "backend", Vector.empty))
    mode(0x1ff) // 0777
    val why = create.fold(identity, d => fail(d.path.toString))
    assert(why.contains("every user may write into") && why.contains("Set its mode to 1777"), why)
    assert(SpoolRoot.problem(root).contains(why))
    mode(0x3ff) // 1777
    val shared = create.fold(fail(_), identity)
    assert(PosixFilePermissions.toString(Files.getPosixFilePermissions(shared.path)) == "rwx------")
    shared.close()
  }

  test("all files belong to their owner only") {
    val d = open(settings(folder()))
    for (r <- 1 to 3) d.append(event(runId(r), "START", 0))
    val item = oldest(d).getOrElse(fail("no event"))
    assert(d.deadLetter(item, "refused"))
    d.done(item.position)
    for (file <- files(d.path))
      assert(
        PosixFilePermissions.toString(Files.getPosixFilePermissions(d.path.resolve(file))) == "rw-------",
        file
      )
  }

  test("a file system without permissions and owners has none but the current user") {
    val address = URI.create(s"jar:${folder().resolve("spool.zip").toUri}")
    val archive = FileSystems.newFileSystem(address, Collections.singletonMap("create", "true"))
    try {
      val directory = Files.createDirectory(archive.getPath("/spool"))
      assert(PrivateFile.rights(directory, "rwx------").isEmpty)
      PrivateFile.ensure(directory.resolve("lock"))
      PrivateFile.ensure(directory.resolve("lock"))
      assert(Files.exists(directory.resolve("lock")) && PrivateFile.isOf("anybody", directory))
    } finally archive.close()
  }

  test("a directory that cannot be created has a reason") {
    val why = new Spool(
      settings(java.nio.file.Paths.get("/proc/none")),
      () => now
    ).create(SegmentHeader("a", "b", Vector.empty))
    assert(why.isLeft)
  }
}

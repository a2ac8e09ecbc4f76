package io.headwater.emit.spool

import java.io.IOException
import java.nio.file.Files

import org.scalatest.funsuite.AnyFunSuite

class FullDiskSuite extends AnyFunSuite with SpoolDirectories {
  import Fixtures._

  test("an acknowledgement that a full disk has cut off leaves no file") {
    val s = settings(folder())
    val d = open(s)
    d.append(event(runId(1), "START", 0))
    d.append(event(runId(1), "COMPLETE", 1))
    val dead = killed(d, s)
    Files.createFile(dead.root.resolve("dead").resolve("000001.ack.next"))
    val adopted = orphans(dead).head
    drain(adopted)
    adopted.close()
    assert(files(dead.root).isEmpty)
  }

  test("events in memory are written at the end if the disk has room again") {
    val s = settings(folder())
    val d = open(s)
    val own = new Backlog(Some(d), _ => ())
    val inTheWay = Files.createDirectory(d.path.resolve("000002.seg"))
    (1 to 9).foreach(n => own.add(event(runId(n), "COMPLETE", n.toLong)))
    assert(!own.isDurable)
    Files.delete(inTheWay)
    own.close()
    assert(own.dropped == 0)
    assert(orphans(s).flatMap(drain) == (1 to 9).toVector.map(n => s"$n COMPLETE $n"))
  }

  test("the disk is used again as soon as it can be written, and gets what is in memory") {
    val s = settings(folder())
    val d = open(s)
    var time = 0L
    val warnings = Vector.newBuilder[String]
    val own = new Backlog(Some(d), w => { warnings += w; () }, () => time)
    def kinds = orphans(killed(d, s)).flatMap(drain)
    val inTheWay = Files.createDirectory(d.path.resolve("000002.seg"))
    own.add(event(runId(1), "START", 0))
    while (own.isDurable) own.add(event(runId(1), "RUNNING", own.waiting))
    Files.delete(inTheWay)
    own.add(event(runId(1), "COMPLETE", own.waiting))
    assert(!own.isDurable, "a minute has not passed")
    val before = own.waiting
    time += 60000
    own.add(event(runId(2), "START", 0))
    assert(own.isDurable && own.waiting == before + 1 && own.dropped == 0)
    val written = (1L to before - 2).map(n => s"1 RUNNING $n")
    assert(
      kinds == "1 START 0" +: written.toVector :+ s"1 COMPLETE ${before - 1}" :+ "2 START 0" :+ "2 ABORT 1"
    )
    assert(warnings.result().size == 1)
  }

  test("a disk that is still full is tried once a minute, and nothing is lost or changes its place") {
    val d = open(settings(folder()))
    var time = 0L
    val warnings = Vector.newBuilder[String]
    val own = new Backlog(Some(d), w => { warnings += w; () }, () => time)
    val inTheWay = Files.createDirectory(d.path.resolve("000002.seg"))
    val third = Files.createDirectory(d.path.resolve("000003.seg"))
    (0 to 19).foreach(n => own.add(event(runId(1), "RUNNING", n.toLong)))
    Files.delete(inTheWay)
    time += 60000
    own.add(event(runId(1), "RUNNING", 20))
    assert(!own.isDurable && warnings.result().size == 2 && d.waiting > 5 && d.waiting < 20)
    Files.delete(third)
    own.add(event(runId(1), "RUNNING", 21))
    assert(!own.isDurable && warnings.result().size == 2)
    assert(drain(own) == (0 to 21).map(n => s"1 RUNNING $n"))
  }

  test(
    "a file that was removed is replaced when its events are delivered; without a lock nothing is written"
  ) {
    val s = settings(folder())
    val d = open(s)
    d.append(event(runId(1), "RUNNING", 0))
    Files.delete(d.path.resolve("000001.seg"))
    intercept[IOException](d.append(event(runId(1), "RUNNING", 1)))
    assert(drain(d) == Vector("1 RUNNING 0"))
    d.append(event(runId(1), "RUNNING", 1))
    assert(files(d.path)("000002.seg") && orphans(killed(d, s)).flatMap(drain) == Vector("1 RUNNING 1"))
    drain(d)
    Files.delete(d.path.resolve("000002.seg"))
    Files.delete(d.path.resolve(DirectoryLock.file))
    intercept[IOException](d.append(event(runId(1), "RUNNING", 2)))
  }

  test("what has no room in memory is counted, and the log says so") {
    val warnings = Vector.newBuilder[String]
    val own = new Backlog(None, w => { warnings += w; () })
    (1 to 10002).foreach(n => own.add(event(runId(1), "RUNNING", n.toLong)))
    assert(own.dropped == 2 && own.waiting == 10000)
    assert(warnings.result().lastOption.exists(_.endsWith("drops the oldest ones (2 so far)")))
  }

  test("a run whose last event was delivered from memory is not aborted") {
    val s = settings(folder())
    val d = open(s)
    val own = new Backlog(Some(d), _ => ())
    val inTheWay = Files.createDirectory(d.path.resolve("000002.seg"))
    (1 to 2).foreach(n => own.add(event(runId(n), "START", 0)))
    while (own.isDurable) own.add(event(runId(3), "OTHER", 0))
    own.add(event(runId(2), "COMPLETE", 1))
    drain(own)
    val dead = killed(d, s)
    Files.delete(dead.root.resolve("dead").resolve(inTheWay.getFileName))
    val adopted = orphans(dead).head
    assert(drain(adopted) == Vector("1 ABORT 1"))
    adopted.close()
    assert(files(dead.root).isEmpty)
    own.add(event(runId(1), "COMPLETE", 1))
    drain(own)
    assert(!files(d.path).contains("000001.seg"))
    Files.delete(inTheWay)
    own.close()
    assert(files(s.root).isEmpty)
  }

  test("if an ABORT cannot be written, the next process writes it") {
    val s = settings(folder())
    val d = open(s)
    d.append(event(runId(1), "START", 0))
    d.done(oldest(d).get.position)
    val dead = killed(d, s)
    val times =
      Iterator(now) // for the age of the directory; the time of the ABORT fails, as a full disk would
    def full: Long = if (times.hasNext) times.next() else throw new IOException("No space left on device")
    val failed = new Spool(dead, () => full).orphans(_ == "backend").toVector
    assert(failed.map(_.isEmpty) == Vector(true))
    failed.foreach(_.close())
    val again = orphans(dead).flatMap(o =>
      try drain(o)
      finally o.close()
    )
    assert(again == Vector("1 ABORT 1"))
    assert(files(dead.root).isEmpty)
  }
}

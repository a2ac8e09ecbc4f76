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

package io.headwater.emit.spool

import java.nio.file.{Files, Path}

import org.scalacheck.{Gen, Prop}

import io.headwater.PropertyChecks

class SpoolPropertiesSuite extends PropertyChecks {
  import Fixtures._

  private val records = Vector.tabulate(4)(n => json(runId(n), "START", n.toLong))
  private val file = records.flatMap(Records.line(_).toVector).toArray

  /** A file with bytes that were changed, removed, repeated or added. */
  private val damaged: Gen[Array[Byte]] = Gen.listOf(
    for {
      at <- Gen.choose(0, file.length - 1)
      length <- Gen.choose(0, 40)
      bytes <- Gen.listOfN(length, Gen.choose(Byte.MinValue, Byte.MaxValue))
      removed <- Gen.choose(0, 60)
    } yield (at, bytes, removed)
  ).map(_.foldLeft(file) { case (all, (at, bytes, removed)) => all.patch(at, bytes.toArray[Byte], removed) })

  property("of a damaged segment, only whole records are read") {
    Prop.forAll(damaged) { bytes =>
      Records.scan(bytes).spans.map(Records.text(bytes, _)).forall(records.contains)
    }
  }

  property("no segment, acknowledgement or header makes the spool fail") {
    val root = folder()
    val dead = Files.createDirectory(root.resolve("dead"))
    def write(name: String, bytes: Array[Byte]): Path = Files.write(dead.resolve(name), bytes)
    Prop.forAll(damaged, Gen.asciiPrintableStr, text("0000000012", " ", "\n", "-1", "9999999999", "x")) {
      (segment, header, acknowledged) =>
        write("lock", Array.emptyByteArray)
        write("000001.seg", Records.line(SegmentHeader("a", "backend", Vector.empty).json) ++ segment)
        write("000002.seg", header.getBytes("UTF-8"))
        write("000001.ack", acknowledged.getBytes("UTF-8"))
        val settings = SpoolSettings(root = root)
        val found = new Spool(settings, () => System.currentTimeMillis).orphans(_ == "backend").toVector
        found.foreach { d => drain(d); d.close() }
        Files.createDirectories(dead)
        found.size == 1
    }
  }
}

package io.headwater.emit.spool

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.event.SerializedEvent

class RecordsSuite extends AnyFunSuite {
  import Fixtures._

  private val texts = Vector.tabulate(4)(n => json(runId(n), "START", 0L))
  private val file = texts.flatMap(Records.line(_).toVector).toArray
  private def read(bytes: Array[Byte]): Vector[String] =
    Records.scan(bytes).spans.map(Records.text(bytes, _))

  test("the checksum is CRC-32C") {
    assert(Crc32c.of("123456789".getBytes(UTF_8), 0, 9) == 0xe3069283)
  }

  test("written records are read back") {
    assert(read(file) == texts && Records.scan(file).damaged == 0)
  }

  test("a file that is cut at any byte gives every record before the cut, and no other") {
    val ends = texts.scanLeft(0)((at, t) => at + Records.line(t).length)
    for (cut <- 0 to file.length) {
      val found = read(file.take(cut))
      assert(found == texts.take(ends.count(_ <= cut) - 1), cut)
    }
  }

  test("any byte that is changed costs its own record, and is noticed") {
    val ends = texts.scanLeft(0)((at, t) => at + Records.line(t).length)
    for (at <- file.indices) {
      val record = ends.count(_ <= at) - 1
      val lost = file.updated(at, (file(at) ^ 0x15).toByte)
      val found = Records.scan(lost)
      // without its end a record cannot be told from the next
      val kept = if (ends.contains(at + 1)) texts.patch(record, Nil, 2) else texts.patch(record, Nil, 1)
      assert(read(lost) == kept && found.damaged > 0, at)
    }
  }

  test("both languages read the sample segment, and this one writes it") {
    val sample = root.resolve("python-sdk/tests/data/sample.seg")
    val header = SegmentHeader("local-1", "http https://backend.example", Vector(runId(7)))
    val written = (header.json +: Vector("START", "COMPLETE").zipWithIndex.map { case (kind, n) =>
      json(runId(1), kind, n.toLong)
    }).flatMap(Records.line(_).toVector).toArray
    if (sys.env.get("HEADWATER_GOLDEN").contains("rewrite")) {
      Files.createDirectories(sample.getParent)
      Files.write(sample, written)
    }
    assert(Files.readAllBytes(sample).toVector == written.toVector)
    val rest = read(written).drop(1)
    assert(SegmentHeader.read(read(written)(0)).contains(header) && rest.map(summary) == Vector(
      "1 START 0",
      "1 COMPLETE 1"
    ))
    assert(SerializedEvent.read(rest(0)).idempotencyKey.contains(s"${runId(1)}-START-0"))
  }

  private def root: Path = Iterator.iterate(Paths.get("").toAbsolutePath)(_.getParent)
    .dropWhile(p => !Files.exists(p.resolve("VERSION"))).next()
}

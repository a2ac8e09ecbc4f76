package io.headwater.emit.transport

import java.io.RandomAccessFile
import java.nio.file.Files

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.spool.Fixtures

class JsonLinesFileSuite extends AnyFunSuite {
  private val events = Vector("START", "COMPLETE").map(Fixtures.event(Fixtures.runId(1), _, 0))

  test("events are appended to a file, after a line that a killed process has left incomplete") {
    val path = Files.write(Fixtures.folder().resolve("events.jsonl"), "{\"half\"".getBytes("UTF-8"))
    events.foreach(new JsonLinesFile(path).send)
    val lines = ("{\"half\"" +: events.map(_.line)).mkString("", "\n", "\n")
    assert(new String(Files.readAllBytes(path), "UTF-8") == lines)
  }

  test("events are written into a pipe, which has no position") {
    val pipe = Fixtures.folder().resolve("pipe")
    assert(new ProcessBuilder("mkfifo", pipe.toString).start().waitFor() == 0)
    val reader = new RandomAccessFile(pipe.toFile, "rw")
    events.foreach(new JsonLinesFile(pipe).send)
    val lines = events.map(_ => new String(reader.readLine().getBytes("ISO-8859-1"), "UTF-8"))
    reader.close()
    assert(lines == events.map(_.line))
  }
}

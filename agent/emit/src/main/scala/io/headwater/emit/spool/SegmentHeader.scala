package io.headwater.emit.spool

import java.io.{BufferedReader, InputStreamReader}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import scala.util.Try

import com.fasterxml.jackson.databind.node.JsonNodeFactory

import io.headwater.emit.json.ExactJson
import io.headwater.util.{Iterators, JavaCollections}

/** The first record of a segment.
  *
  * @param application
  *   the application that wrote the events
  * @param to
  *   the destination of the events
  * @param runs
  *   the runs that were open when the segment began
  */
private[spool] final case class SegmentHeader(application: String, to: String, runs: Vector[String]) {
  def json: String = {
    val out = JsonNodeFactory.instance.objectNode
    out.put(SegmentHeader.versionKey, SegmentHeader.version).put("application", application).put("to", to)
    val list = out.putArray("runs")
    runs.foreach(list.add)
    ExactJson.write(out)
  }
}

private[spool] object SegmentHeader {
  val versionKey = "headwater_spool"
  val version = 1

  /** The header of the oldest segment of a directory with a valid header. */
  def of(directory: Path): Option[SegmentHeader] =
    Iterators.first(Segment.numbers(directory).iterator.flatMap { number =>
      Try(firstLine(new Segment(directory, number).path)).toOption.flatMap(Records.json).flatMap(read)
    })

  /** Tolerates invalid UTF-8, because the lines that follow may be corrupt. */
  private def firstLine(file: Path): String = {
    val lines = new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))
    try Option(lines.readLine).getOrElse("")
    finally lines.close()
  }

  /** None if the record is not a header, or has an unknown version. */
  def read(json: String): Option[SegmentHeader] =
    Try(ExactJson.read(json)).toOption.filter(_.path(versionKey).asInt(0) == version).map { tree =>
      val runs = JavaCollections.vector(tree.path("runs")).map(_.asText)
      SegmentHeader(tree.path("application").asText, tree.path("to").asText, runs)
    }
}

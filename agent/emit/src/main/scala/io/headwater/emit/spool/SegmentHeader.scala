package io.headwater.emit.spool

import scala.util.Try

import com.fasterxml.jackson.databind.ObjectMapper

/** The first record of a segment: the format's version, whose events follow and whom they are for, and the runs that
  * were open when the segment began.
  */
private[spool] final case class SegmentHeader(application: String, to: String, runs: Vector[String]) {
  def json: String = {
    val out = SegmentHeader.mapper.createObjectNode()
    out.put(SegmentHeader.mark, SegmentHeader.version).put("application", application).put("to", to)
    val list = out.putArray("runs")
    runs.foreach(list.add)
    out.toString
  }
}

private[spool] object SegmentHeader {
  val mark = "headwater_spool"
  val version = 1
  private val mapper = new ObjectMapper

  /** None where the record is no header, or one of a version that is not known here. */
  def read(json: String): Option[SegmentHeader] =
    Try(mapper.readTree(json)).toOption.filter(_.path(mark).asInt(0) == version).map { tree =>
      val runs = Vector.newBuilder[String]
      tree.path("runs").forEach { r => runs += r.asText; () }
      SegmentHeader(tree.path("application").asText, tree.path("to").asText, runs.result())
    }
}

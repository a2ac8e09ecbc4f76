package io.headwater.emit.spool

import scala.util.Try

import com.fasterxml.jackson.databind.ObjectMapper

/** The first record of a segment: the format's version, whose events follow and whom they are for, and the runs that
  * were open when the segment began.
  */
private[spool] final case class Header(application: String, to: String, runs: Vector[String]) {
  def json: String = {
    val out = Header.mapper.createObjectNode()
    out.put(Header.mark, Header.version).put("application", application).put("to", to)
    val list = out.putArray("runs")
    runs.foreach(list.add)
    out.toString
  }
}

private[spool] object Header {
  val mark = "headwater_spool"
  val version = 1
  private val mapper = new ObjectMapper

  /** None where the record is no header, or one of a version that is not known here. */
  def read(json: String): Option[Header] =
    Try(mapper.readTree(json)).toOption.filter(_.path(mark).asInt(0) == version).map { tree =>
      val runs = Vector.newBuilder[String]
      tree.path("runs").forEach { r => runs += r.asText; () }
      Header(tree.path("application").asText, tree.path("to").asText, runs.result())
    }
}

package io.headwater.emit.spool

import java.nio.file.{Files, Path}

import io.headwater.emit.event.SerializedEvent
import io.headwater.emit.transport.EventTransport

/** Small events, and a backend with configurable responses. */
object Fixtures {
  def json(run: String, kind: String, n: Long): String =
    s"""{"eventTime":"2026-01-02T03:04:05Z","eventType":"$kind","run":{"runId":"$run","facets":{"headwater_sequence":""" +
      s"""{"_producer":"urn:headwater:agent:0.1.0","_schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$$defs/RunFacet","sequence":$n}}},""" +
      s""""job":{"namespace":"ns","name":"jöb"},"inputs":[],"outputs":[],"producer":"urn:headwater:agent:0.1.0"}"""

  def event(run: String, kind: String, n: Long): SerializedEvent = SerializedEvent.read(json(run, kind, n))

  def runId(n: Int): String = "0190f5a8-0000-7000-8000-%012d".formatLocal(java.util.Locale.ROOT, n)

  def summary(line: String): String = {
    val event = SerializedEvent.read(line)
    s"${event.runId.last} ${event.eventType} ${event.sequence.getOrElse(-1)}"
  }

  def folder(): Path = Files.createTempDirectory("headwater-spool")

  def files(directory: Path): Set[String] = Option(directory.toFile.list).fold(Set.empty[String])(_.toSet)

  /** Removes all waiting events, in order. */
  def drain(source: EventSource): Vector[String] =
    Iterator.continually(oldest(source)).takeWhile(_.isDefined).flatten.map { w =>
      source.done(w.position); summary(w.line)
    }.toVector

  def oldest(source: EventSource): Option[WaitingEvent] = source.next(_ => false)

  final class Backend(answer: Int => Unit) extends EventTransport {
    val got = Vector.newBuilder[String]
    private var calls = 0
    override def sendAgain(event: SerializedEvent): Unit = {
      again += 1
      send(event)
    }
    var again = 0
    def send(event: SerializedEvent): Unit = {
      calls += 1
      answer(calls)
      got += summary(event.line)
    }
    def close(): Unit = ()
    def description: String = "backend"
  }
}

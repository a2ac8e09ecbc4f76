package io.headwater.emit

import java.time.Duration

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.event.{EventAssembler, FacetMerger, SerializedEvent}
import io.headwater.emit.facets.EventSettings
import io.headwater.emit.redact.{EventRedactor, JsonRedactor}
import io.headwater.emit.spool.{DeliveryCounts, SpoolSettings}
import io.headwater.emit.transport.{EmissionFailed, EventTransport, OutputLocation, Transports}
import io.headwater.model.RunEvent
import io.headwater.redaction.Redactor
import io.headwater.util.Deadline

/** The way of an event out: redact, assemble, redact again, send. */
object Emitters {

  /** `transport` is the section of that name; without one, events go to a file under `place`. `extensions` are the
    * transports that users have written; they get every event, too. Opens no connection, throws nothing: what cannot
    * be used is a problem. Without `spool` every transport is asked on the caller's thread. `say` takes lines for the
    * log, of what happens later.
    */
  def open(
      settings: EventSettings,
      redactor: Redactor,
      transport: Option[ConfigTree.Branch],
      place: OutputLocation,
      extensions: EventTransport,
      spool: Option[SpoolSettings] = None,
      say: String => Unit = _ => ()
  ): Either[ConfigProblem, Emitter] = {
    val pipeline = new EventSerializer(settings, redactor)
    def outlets(carrier: EventTransport): Vector[Destination] = spool match {
      case None => Vector(new Destination.Direct(carrier, counted = true))
      case Some(s) =>
        carrier.parts.map { part =>
          if (part.local)
            new Destination.Direct(part, counted = (part ne extensions) || (carrier eq extensions))
          else new Destination.Spooled(part, place.applicationId, s, say)
        }
    }
    new Transports(redactor, pipeline.json, place, extensions).open(transport)
      .map(carrier => new Carried(pipeline, outlets(carrier), carrier.description))
  }

  private final class Carried(
      pipeline: EventSerializer,
      outlets: Vector[Destination],
      val description: String
  ) extends Emitter {
    private val sequences = new SequenceNumbers

    def emit(event: RunEvent): Unit = {
      val finished = pipeline.finish(sequences.number(event))
      val failures = outlets.flatMap(o => Deadline.caught(o.take(finished)).failed.toOption)
      if (failures.nonEmpty) throw EmissionFailed.of(failures, failures.map(_.getMessage).mkString("; "))
    }

    /** All at once: each may need all of the time. */
    def close(within: Duration): Unit =
      outlets.map(o => Deadline.background("headwater-close")(Deadline.caught(o.close(within)).getOrElse(())))
        .foreach(_.join(within.toMillis + 100))

    def counts: DeliveryCounts = outlets.map(_.counts).foldLeft(DeliveryCounts())(_ + _)
  }
}

/** From the model's event to the finished one; pure. */
final class EventSerializer(settings: EventSettings, redactor: Redactor) {
  private[emit] val json = new JsonRedactor(redactor)
  private val before = new EventRedactor(redactor)
  private val assembly = new EventAssembler(settings)
  private val extended = new FacetMerger(settings)

  def finish(event: RunEvent): SerializedEvent =
    SerializedEvent.of(assembly.assemble(before.redact(event)), json, extended(_, event.additions))
}

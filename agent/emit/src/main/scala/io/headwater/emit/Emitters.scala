package io.headwater.emit

import java.time.Duration

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.event.{DatasetFacetsCache, EventAssembler, FacetMerger, SerializedEvent}
import io.headwater.emit.facets.EventSettings
import io.headwater.emit.redact.{EventRedactor, JsonRedactor}
import io.headwater.emit.spool.{DeadLetters, DeliveryCounts, SpoolSettings}
import io.headwater.emit.transport.{EventTransport, OutputLocation, Transports}
import io.headwater.model.RunEvent
import io.headwater.redaction.Redactor

/** Creates the emitter: it redacts, assembles, redacts again, and sends. */
object Emitters {

  /** Opens no connection and does not throw.
    *
    * @param transport
    *   the section `transport`; if absent, events go to a file below `location`
    * @param extensions
    *   the transports that users have written; they also get every event
    * @param spool
    *   if absent, every transport is called on the caller's thread
    * @param transformer
    *   changes each event before it is sent
    * @param warn
    *   logs what happens later, for example a backend that does not answer
    * @return
    *   the emitter, or the setting that cannot be used
    */
  def open(
      settings: EventSettings,
      redactor: Redactor,
      transport: Option[ConfigTree.Branch],
      location: OutputLocation,
      extensions: EventTransport,
      spool: Option[SpoolSettings] = None,
      transformer: ExtensionTransformer = ExtensionTransformer.none,
      warn: String => Unit = _ => ()
  ): Either[ConfigProblem, Emitter] = {
    val serializer = new EventSerializer(settings, redactor, transformer)
    def spooled(to: EventTransport): Destination =
      spool.fold[Destination](new Destination.Direct(to, counted = false))(
        new Destination.Spooled(to, location.applicationId, _, redactor.message, warn)
      )
    new Transports(redactor, serializer.json, location, extensions).open(transport)
      .map { all =>
        val appearing = new Destination.Dynamic(() => extensions.spooled, spooled)
        val configured =
          if (spool.isEmpty) Vector(new Destination.Direct(all, counted = true))
          else destinations(all, extensions, spooled)
        val letters = spool.map(new DeadLetters(location.applicationId, _, warn))
        new DestinationsEmitter(serializer, appearing +: configured, letters, redactor, all.description)
      }
  }

  /** One destination for each part of the transport, those with a spool first: an event is there before a file without a
    * reader, such as a pipe, holds up the sending. An event counts where the configured transport sends it; it counts at
    * the transports of extensions only if no other one is configured.
    */
  private def destinations(
      all: EventTransport,
      extensions: EventTransport,
      spooled: EventTransport => Destination
  ): Vector[Destination] = all.parts.sortBy(_.isLocal).map { part =>
    val counted = (part ne extensions) || (all eq extensions)
    if (part.isLocal) new Destination.Direct(part, counted) else spooled(part)
  }

  private final class DestinationsEmitter(
      serializer: EventSerializer,
      all: Vector[Destination],
      letters: Option[DeadLetters],
      redactor: Redactor,
      val description: String
  ) extends Emitter {
    private val sequences = new SequenceNumbers

    def emit(event: RunEvent): Unit =
      Destination.sendAll(all, serializer.serialize(sequences.number(event)))

    def setAside(event: RunEvent, reason: String): Boolean =
      letters.exists(_.add(serializer.assemble(sequences.number(event)), redactor.message(reason)))

    def skip(event: RunEvent): Unit = sequences.skip(event)

    def close(within: Duration): Unit = {
      letters.foreach(_.close())
      Destination.closeAll(all, within)
    }

    def counts: DeliveryCounts =
      all.map(_.counts).foldLeft(DeliveryCounts(dead = letters.fold(0L)(_.count)))(_ + _)

    def acceptingDestinations: Int = all.map(_.accepting).sum
  }
}

/** Converts an event of the model to its redacted OpenLineage form. It remembers what events have in common.
  * Used by one thread.
  */
final class EventSerializer(
    settings: EventSettings,
    redactor: Redactor,
    transformer: ExtensionTransformer = ExtensionTransformer.none
) {
  private[emit] val json = new JsonRedactor(redactor)
  private val eventRedactor = new EventRedactor(redactor, json)
  private val facetsCache = new DatasetFacetsCache(json)
  private val assembler = new EventAssembler(settings, facetsCache)
  private val merger = new FacetMerger(settings)

  /** The event as it is sent. */
  def serialize(event: RunEvent): SerializedEvent = {
    val finished = assemble(event)
    val (changed, errors) = transformer(finished)
    if ((changed eq finished) && errors.isEmpty) finished
    else changed.changed(json, merger.withErrors(_, errors))
  }

  /** The event before it is transformed. */
  private[emit] def assemble(event: RunEvent): SerializedEvent =
    SerializedEvent.of(
      assembler.assemble(eventRedactor.redact(event)),
      json,
      merger(_, event.additions),
      facetsCache.tree
    )
}

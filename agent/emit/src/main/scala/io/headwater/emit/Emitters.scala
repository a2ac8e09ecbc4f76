package io.headwater.emit

import java.time.Duration

import io.headwater.emit.event.{Assembly, Extended}
import io.headwater.emit.redact.{EventRedactor, JsonRedactor}
import io.headwater.emit.transport.{Carrier, Deadline, Finished, Place, Transports}
import io.headwater.model.{ConfigProblem, ConfigTree, Redactor, RunEvent}

/** The way of an event out: redact, assemble, redact again, send. */
object Emitters {

  /** `transport` is the section of that name; without one, events go to a file under `place`. `extensions` are the
    * transports that users have written; they get every event, too. Opens no connection, throws nothing: what cannot
    * be used is a problem.
    */
  def open(
      settings: EventSettings,
      redactor: Redactor,
      transport: Option[ConfigTree.Branch],
      place: Place,
      extensions: Carrier
  ): Either[ConfigProblem, Emitter] = {
    val pipeline = new Pipeline(settings, redactor)
    new Transports(redactor, pipeline.json, place, extensions).open(transport).map(new Carried(pipeline, _))
  }

  private final class Carried(pipeline: Pipeline, carrier: Carrier) extends Emitter {
    def emit(event: RunEvent): Unit = carrier.carry(pipeline.finish(event))
    def close(within: Duration): Unit =
      Deadline.within("headwater-close", within)(carrier.close()).getOrElse(())
    def description: String = carrier.description
  }
}

/** From the model's event to the finished one; pure. */
final class Pipeline(settings: EventSettings, redactor: Redactor) {
  private[emit] val json = new JsonRedactor(redactor)
  private val before = new EventRedactor(redactor)
  private val assembly = new Assembly(settings)
  private val extended = new Extended(settings)

  def finish(event: RunEvent): Finished =
    Finished.of(assembly.assemble(before.redact(event)), json, extended(_, event.additions))
}

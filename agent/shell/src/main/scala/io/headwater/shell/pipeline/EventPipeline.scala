package io.headwater.shell.pipeline

import io.headwater.emit.naming.DatasetNames
import io.headwater.model.{DatasetRenaming, DescribedFields, RunEvent}
import io.headwater.shell.lifecycle.{Runs, Signal}
import io.headwater.util.Attempts

/** The steps from a signal to sent events. The run state machine turns the signal into events. Each event gets links to
  * the Spark UI, and the names that extensions and the configuration give to its datasets. Fields that its column lineage
  * refers to are added to its schemas. Then the extensions review it, and it is sent. Used on the worker thread only.
  *
  * @param initial the state before the application's start
  * @param located adds the addresses that the driver knows by now
  * @param held reviews the events and sends them
  */
final class EventPipeline(
    initial: Runs,
    located: RunEvent => RunEvent,
    names: DatasetNames,
    held: HeldEvents,
    sender: EventSender
) {
  private var runs = initial

  /** An event that fails is counted as lost; the others of the signal are sent.
    *
    * @throws java.lang.Throwable
    *   the first failure
    */
  def process(signal: Signal): Unit = {
    val (next, events) = runs(signal)
    runs = next
    val failures = events.flatMap(e => Attempts.failure(held.send(complete(e))).map(e -> _))
    failures.foreach { case (event, _) => sender.countLost(event) }
    failures.headOption.foreach { case (_, cause) => throw cause }
  }

  /** Sends or sets aside what waits. */
  def close(): Unit = held.close()

  private def complete(event: RunEvent): RunEvent =
    described(names(DatasetRenaming.withAddedNames(located(event))))

  private def described(event: RunEvent): RunEvent =
    event.copy(lineage = DescribedFields(event.lineage))
}

package io.headwater.shell

import java.time.Duration

import io.headwater.emit.spool.DeliveryCounts
import io.headwater.shell.capture.Captured
import io.headwater.shell.environment.ApplicationRuns
import io.headwater.shell.extensions.ExtensionCoordinator
import io.headwater.shell.handlers.QueryEventHandler
import io.headwater.shell.lifecycle.Signal
import io.headwater.shell.meters.{GaugeSource, MetricsExporters}
import io.headwater.shell.pipeline.{EventPipeline, EventSender}
import io.headwater.shell.queue.DropCounts
import io.headwater.util.Attempts

/** The agent of an application whose configuration is valid. Each captured event becomes signals, and each signal goes
  * through the event pipeline. Used on the worker thread only, except for `gauges`.
  */
final class RunningAgent(
    applications: ApplicationRuns,
    handler: QueryEventHandler,
    extensions: ExtensionCoordinator,
    pipeline: EventPipeline,
    sender: EventSender,
    exporters: MetricsExporters
) {

  def start(signal: Signal.ApplicationStarted): Unit = pipeline.process(signal)

  /** A signal that fails does not stop those after it.
    *
    * @param lost is called for each failure but the first
    * @throws java.lang.Throwable
    *   the first failure
    */
  def handle(captured: Captured, lost: () => Unit): Unit = {
    val failures = handler.handle(captured).flatMap(s => Attempts.failure(pipeline.process(s.get)))
    failures.drop(1).foreach(_ => lost())
    failures.headOption.foreach(throw _)
  }

  /** Ends the application's run and the runs that are still open, and waits until their events are sent. A step that fails
    * does not stop those after it.
    *
    * @param lost is called for each event that could not be processed
    * @param dropped what a full queue has cost, and how many events were lost
    * @param remaining the time that is left; it is asked before each wait
    */
  def stop(
      event: Captured.ApplicationEnded,
      lost: () => Unit,
      dropped: => DropCounts,
      remaining: => Duration
  ): Unit =
    Attempts.each(
      () => handle(event, lost),
      () => {
        val counts = sender.counts(dropped) ++ extensions.dropped
        pipeline.process(extensions.finished(applications.ended(event.time, event.event, counts)))
      },
      () => pipeline.close(),
      () => sender.close(remaining),
      () => exporters.close(remaining)
    )

  /** The values that the agent's own metrics show. Any thread may read them. */
  def gauges(queued: => Int, drops: => DropCounts): GaugeSource = new GaugeSource {
    def waiting: Int = queued
    def dropped: DropCounts = drops
    def counts: DeliveryCounts = sender.deliveryCounts
  }
}

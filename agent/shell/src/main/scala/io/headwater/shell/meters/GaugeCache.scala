package io.headwater.shell.meters

import java.time.Duration

import io.headwater.emit.spool.DeliveryCounts
import io.headwater.shell.queue.DropCounts
import io.headwater.util.Deadline

/** What other parts of the agent know. */
trait GaugeSource {
  def waiting: Int
  def shed: DropCounts

  /** Reading these may wait for a disk. */
  def counts: DeliveryCounts
}

/** The same for readers that must not wait: Spark's sinks report on the thread that stops the context. */
private[shell] final class GaugeCache {
  import GaugeCache._
  @volatile private var watched: Option[GaugeSource] = None
  private var last = DeliveryCounts() // these two by whoever holds the lock
  private var due = Long.MinValue

  def watch(what: GaugeSource): Unit = watched = Some(what)

  def waiting: Int = watched.fold(0)(_.waiting)
  def shed: DropCounts = watched.fold(DropCounts())(_.shed)

  def settle(): Unit = synchronized { due = Long.MinValue }

  /** At most `old` nanoseconds of age, unless the disk hangs. */
  def counts: DeliveryCounts = synchronized {
    val now = System.nanoTime
    if (due == Long.MinValue || now - due > 0) {
      watched.foreach(w => Deadline.within("headwater-counts", patience)(w.counts).foreach(last = _))
      due = System.nanoTime + old
    }
    last
  }
}

private object GaugeCache {
  val patience: Duration = Duration.ofMillis(50)
  val old: Long = Duration.ofMillis(200).toNanos
}

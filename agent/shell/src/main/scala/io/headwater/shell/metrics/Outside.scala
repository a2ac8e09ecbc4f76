package io.headwater.shell.metrics

import java.time.Duration

import io.headwater.emit.Counts
import io.headwater.emit.transport.Deadline
import io.headwater.shell.Shed

/** What other parts of the agent know. */
trait Watched {
  def waiting: Int
  def shed: Shed

  /** Reading these may wait for a disk. */
  def counts: Counts
}

/** The same for readers that must not wait: Spark's sinks report on the thread that stops the context. */
private[metrics] final class Outside {
  import Outside._
  @volatile private var watched: Option[Watched] = None
  private var last = Counts() // these two by whoever holds the lock
  private var due = Long.MinValue

  def watch(what: Watched): Unit = watched = Some(what)

  def waiting: Int = watched.fold(0)(_.waiting)
  def shed: Shed = watched.fold(Shed())(_.shed)

  def settle(): Unit = synchronized { due = Long.MinValue }

  /** At most `old` nanoseconds of age, unless the disk hangs. */
  def counts: Counts = synchronized {
    val now = System.nanoTime
    if (due == Long.MinValue || now - due > 0) {
      watched.foreach(w => Deadline.within("headwater-counts", patience)(w.counts).foreach(last = _))
      due = System.nanoTime + old
    }
    last
  }
}

private object Outside {
  val patience: Duration = Duration.ofMillis(50)
  val old: Long = Duration.ofMillis(200).toNanos
}

package io.headwater.shell.meters

import java.time.Duration

import io.headwater.emit.spool.DeliveryCounts
import io.headwater.shell.queue.DropCounts
import io.headwater.util.UninterruptedCalls

/** Numbers that other components of the agent hold. */
trait GaugeSource {
  def waiting: Int
  def dropped: DropCounts

  /** May wait for a disk. */
  def counts: DeliveryCounts
}

/** The numbers of a [[GaugeSource]] for readers that must not wait: Spark's sinks report on the thread that stops the
  * context.
  */
private[shell] final class GaugeCache {
  import GaugeCache._
  @volatile private var source: Option[GaugeSource] = None
  private val calls = new UninterruptedCalls("headwater-counts", timeout, timeout)
  private var last = DeliveryCounts() // guarded by this, as is nextRead
  private var nextRead = Long.MinValue

  def watch(watched: GaugeSource): Unit = source = Some(watched)

  def waiting: Int = source.fold(0)(_.waiting)
  def dropped: DropCounts = source.fold(DropCounts())(_.dropped)

  /** Reads new numbers now, for the readers of the next `maxAge` nanoseconds. */
  def refresh(): Unit = synchronized {
    nextRead = Long.MinValue
    counts
    ()
  }

  /** Numbers of at most `maxAge` nanoseconds of age, unless the disk does not respond in time. */
  def counts: DeliveryCounts = synchronized {
    val now = System.nanoTime
    if (nextRead == Long.MinValue || now - nextRead > 0) {
      source match {
        case Some(watched) => last = calls(watched.counts).getOrElse(last)
        case None => ()
      }
      nextRead = System.nanoTime + maxAge
    }
    last
  }
}

private object GaugeCache {
  val timeout: Duration = Duration.ofMillis(50)
  val maxAge: Long = Duration.ofMillis(200).toNanos
}

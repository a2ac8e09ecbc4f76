package io.headwater.shell

import java.util.concurrent.{ArrayBlockingQueue, TimeUnit}
import java.util.concurrent.atomic.AtomicLong

import scala.annotation.tailrec

/** One thread and its bounded queue. Whoever offers never waits: when the queue is full the offer is dropped and counted. */
final class Worker[A](name: String, capacity: Int, work: A => Unit) {
  private val queue = new ArrayBlockingQueue[Option[A]](capacity)
  private val lost = new AtomicLong

  private val thread = new Thread(() => run(), name)
  thread.setDaemon(true)
  thread.start()

  def offer(item: A): Unit = if (!queue.offer(Some(item))) lost.incrementAndGet()

  /** Items that found the queue full. */
  def dropped: Long = lost.get

  /** Waits until all that was offered is done, at most `millis`; then the thread is left to itself.
    *
    * @return whether everything was done
    */
  def close(millis: Long): Boolean = {
    val deadline = System.nanoTime + TimeUnit.MILLISECONDS.toNanos(millis)
    queue.offer(None, millis, TimeUnit.MILLISECONDS)
    thread.join(math.max(1L, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime)))
    !thread.isAlive
  }

  @tailrec private def run(): Unit = queue.take() match {
    case Some(item) =>
      work(item)
      run()
    case None => ()
  }
}

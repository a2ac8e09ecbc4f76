package io.headwater.shell

import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong}

import scala.annotation.tailrec
import scala.util.Try

/** One thread and its bounded queue. Whoever offers never waits: when the queue is full the offer is dropped and
  * counted. The bound may be set later, once the configuration has been read.
  */
final class Worker[A](name: String, capacity: Int, work: A => Unit) {
  private val queue = new LinkedBlockingQueue[Option[A]]
  private val limit = new AtomicInteger(capacity)
  private val lost = new AtomicLong

  // more stack than any thread that Spark analyses plans on: what Spark could read, the walk can
  private val thread = new Thread(null, () => run(), name, Worker.stackBytes)
  thread.setDaemon(true)
  thread.setContextClassLoader(Worker.loader(Thread.currentThread.getContextClassLoader))
  thread.start()

  def bound(capacity: Int): Unit = limit.set(capacity)

  def offer(item: A): Unit =
    if (queue.size < limit.get) queue.offer(Some(item)) else lost.incrementAndGet()

  /** Items that found the queue full. */
  def dropped: Long = lost.get

  /** Items still to be worked on. */
  def waiting: Int = queue.size

  /** Takes one last item, whatever the bound, and waits until all is done, at most `millis`; then the thread is left
    * to itself.
    *
    * @return whether everything was done
    */
  def close(last: A, millis: Long): Boolean = {
    queue.offer(Some(last))
    queue.offer(None)
    thread.join(math.max(1L, millis))
    !thread.isAlive
  }

  @tailrec private def run(): Unit = queue.take() match {
    case Some(item) =>
      work(item)
      run()
    case None => ()
  }
}

object Worker {
  private val stackBytes = 64L << 20

  /** The one that users' classes are looked for with, transports among them: the given one, unless it does not know the
    * agent.
    */
  private def loader(current: ClassLoader): ClassLoader = {
    val own = classOf[Worker[_]]
    if (Try(Class.forName(own.getName, false, current)).toOption.contains(own)) current
    else own.getClassLoader
  }
}

package io.headwater.shell.queue

import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.atomic.AtomicLong

import scala.annotation.tailrec
import scala.util.Try

/** One thread and its bounded queue. Whoever offers never waits. What the queue does when it fills up, by count or by
  * what its items hold: from half of a bound on it takes no extras; beyond the bound it takes items cut down to what
  * must be left of them, which are small, up to a bound of their own; beyond that, nothing. All of it is counted. The
  * bounds may be set later, once the configuration has been read.
  */
final class Worker[A](name: String, first: QueueBounds, load: EventSizer[A], work: A => Unit) {
  private val queue = new LinkedBlockingQueue[Option[Worker.Item[A]]]
  private val held = new AtomicLong // bytes
  private val extras, reduced, lost = new AtomicLong
  @volatile private var bounds = first

  // more stack than any thread that Spark analyses plans on: what Spark could read, the walk can
  private val thread = new Thread(null, () => run(), name, Worker.stackBytes)
  thread.setDaemon(true)
  thread.setContextClassLoader(Worker.loader(Thread.currentThread.getContextClassLoader))
  thread.start()

  def bound(to: QueueBounds): Unit = bounds = to

  def offer(item: A): Unit = {
    val bytes = load.bytes(item)
    if (load.isExtra(item)) { if (fits(bytes, 2)) put(item, bytes) else count(extras) }
    else if (fits(bytes, 1)) put(item, bytes)
    else if (queue.size < bounds.reduced) reduce(item)
    else count(lost)
  }

  def shed: DropCounts = DropCounts(extras.get, reduced.get, lost.get)

  /** Items still to be worked on. */
  def waiting: Int = queue.size

  /** Takes one last item, whatever the bound, and waits until all is done, at most `millis`; then the thread is left
    * to itself.
    *
    * @return whether everything was done
    */
  def close(last: A, millis: Long): Boolean = {
    put(last, 0)
    queue.offer(None)
    thread.join(math.max(1L, millis))
    !thread.isAlive
  }

  /** One item fits into an empty queue, however large. */
  private def fits(bytes: Long, share: Int): Boolean = {
    val QueueBounds(items, most, _) = bounds
    queue.size < math.max(1, items / share) && (queue.isEmpty || held.get + bytes <= most / share)
  }

  private def reduce(item: A): Unit = {
    val rest = load.less(item)
    put(rest, load.bytes(rest))
    if (rest != item) count(reduced)
  }

  private def put(item: A, bytes: Long): Unit = {
    held.addAndGet(bytes)
    queue.offer(Some(Worker.Item(item, bytes)))
    ()
  }

  private def count(what: AtomicLong): Unit = {
    what.incrementAndGet()
    ()
  }

  @tailrec private def run(): Unit = queue.take() match {
    case Some(Worker.Item(item, bytes)) =>
      held.addAndGet(-bytes)
      work(item)
      run()
    case None => ()
  }
}

/** How many items may wait, how many bytes they may hold, roughly, and how many may wait when they are cut down. */
final case class QueueBounds(items: Int, bytes: Long, reduced: Int)

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

  private final case class Item[A](item: A, bytes: Long)
}

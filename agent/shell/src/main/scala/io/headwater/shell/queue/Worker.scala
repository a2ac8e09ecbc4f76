package io.headwater.shell.queue

import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.atomic.AtomicLong

import scala.annotation.tailrec
import scala.util.Try

/** One thread and its bounded queue. `offer` never waits. The queue is bounded by the number of its items and by their
  * size. From half of a bound on, it drops optional items. Beyond the bound it takes reduced items, which are small, up to
  * a bound of their own. Beyond that it drops everything. Each drop is counted. The bounds may be changed later, after the
  * configuration is read. If the thread ends because of an error, the queue is emptied and takes nothing any more.
  *
  * @param work
  *   should not throw
  * @param failed
  *   is called once, with the error that has ended the thread
  */
final class Worker[A](
    name: String,
    initial: QueueBounds,
    sizer: EventSizer[A],
    work: A => Unit,
    failed: Throwable => Unit
) {
  private val queue = new LinkedBlockingQueue[Option[Worker.Item[A]]]
  private val queuedBytes = new AtomicLong
  private val optional, reduced, lost = new AtomicLong
  @volatile private var bounds = initial
  @volatile private var failure = false

  // a larger stack than any thread on which Spark analyses plans: the walk can read every plan that Spark could
  private val thread = new Thread(null, () => runGuarded(), name, Worker.stackBytes)
  thread.setDaemon(true)
  thread.setContextClassLoader(Worker.loader(Thread.currentThread.getContextClassLoader))
  thread.start()

  def limit(to: QueueBounds): Unit = bounds = to

  def offer(item: A): Unit = if (hasFailed) count(lost)
  else {
    val bytes = sizer.bytes(item)
    if (sizer.isOptional(item)) { if (fits(bytes, 2)) put(item, bytes) else count(optional) }
    else if (fits(bytes, 1)) put(item, bytes)
    else if (queue.size < bounds.reduced) reduce(item)
    else count(lost)
  }

  /** Counts an item that is lost outside of the queue. Any thread may call it. */
  def countLost(): Unit = count(lost)

  def dropped: DropCounts = DropCounts(optional.get, reduced.get, lost.get)

  /** Whether an error has ended the thread. */
  def hasFailed: Boolean = failure

  /** How many items wait in the queue. */
  def waiting: Int = queue.size

  /** Takes one last item, without regard to the bounds, and waits until all items are processed, `millis` at most. After
    * that the daemon thread is left alone.
    *
    * @return whether the time was enough
    */
  def close(last: A, millis: Long): Boolean = {
    put(last, 0)
    enqueue(None)
    thread.join(math.max(1L, millis))
    !thread.isAlive
  }

  /** An empty queue takes one item of any size. */
  private def fits(bytes: Long, share: Int): Boolean = {
    val QueueBounds(items, maxBytes, _) = bounds
    queue.size < math.max(1, items / share) && (queue.isEmpty || queuedBytes.get + bytes <= maxBytes / share)
  }

  private def reduce(item: A): Unit = {
    val rest = sizer.reduce(item)
    put(rest, sizer.bytes(rest))
    if (rest != item) count(reduced)
  }

  private def put(item: A, bytes: Long): Unit = {
    queuedBytes.addAndGet(bytes)
    enqueue(Some(Worker.Item(item, bytes)))
  }

  private def enqueue(item: Option[Worker.Item[A]]): Unit = {
    queue.offer(item)
    if (hasFailed) queue.clear() // nobody takes it any more
  }

  private def count(what: AtomicLong): Unit = {
    what.incrementAndGet()
    ()
  }

  private def runGuarded(): Unit =
    try run()
    catch {
      case e: Throwable =>
        failure = true
        lost.addAndGet(queue.size.toLong)
        queue.clear()
        failed(e)
    }

  @tailrec private def run(): Unit = take() match {
    case Some(Worker.Item(item, bytes)) =>
      queuedBytes.addAndGet(-bytes)
      work(item)
      run()
    case None => ()
  }

  /** The next item. An interrupt of this thread was meant for code that the work has called, and ends nothing. The flag is
    * cleared, so that the work does not find it.
    */
  @tailrec private def take(): Option[Worker.Item[A]] =
    try {
      val next = queue.take()
      Thread.interrupted()
      next
    } catch { case _: InterruptedException => take() }
}

/** Bounds of a queue: the number of items, their size in bytes, and the number of items if they are reduced. */
final case class QueueBounds(items: Int, bytes: Long, reduced: Int)

object Worker {
  private val stackBytes = 64L << 20

  /** The class loader that finds users' classes, transports among them: the caller's, if it can load the agent. */
  private def loader(current: ClassLoader): ClassLoader = {
    val own = classOf[Worker[_]]
    if (Try(Class.forName(own.getName, false, current)).toOption.contains(own)) current
    else own.getClassLoader
  }

  private final case class Item[A](item: A, bytes: Long)
}

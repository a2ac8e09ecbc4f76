package io.headwater.shell.queue

import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}

import org.scalatest.funsuite.AnyFunSuite

final class WorkerSuite extends AnyFunSuite {
  import WorkerSuite._
  private val none: Throwable => Unit = e => fail(e)
  private val plenty = QueueBounds(1000, 1000000, 10000)

  /** A worker that is held up by its first item; then what it does with those that are offered meanwhile. */
  private def jammed(bounds: QueueBounds)(offered: Item*): (Vector[Item], DropCounts) = {
    val (busy, go) = (new CountDownLatch(1), new CountDownLatch(1))
    val done = new ConcurrentLinkedQueue[Item]
    val worker =
      new Worker[Item](
        "worker-jammed",
        bounds,
        Items,
        i => { busy.countDown(); go.await(); done.add(i); () },
        none
      )
    worker.offer(Item(0))
    assert(busy.await(10, TimeUnit.SECONDS))
    offered.foreach(worker.offer)
    val dropped = worker.dropped
    go.countDown()
    assert(worker.close(Item(999), 10000))
    (done.toArray(Array.empty[Item]).toVector.drop(1).dropRight(1), dropped)
  }

  // rows: life.bus life.shutdown
  test("work is done in order, and close waits for all of it") {
    val done = new ConcurrentLinkedQueue[Int]
    val worker = new Worker[Item]("worker-in-order", plenty, Items, i => { done.add(i.number); () }, none)
    (1 to 500).foreach(i => worker.offer(Item(i)))
    assert(worker.close(Item(501), 10000))
    assert(done.toArray.toVector == (1 to 501).toVector)
  }

  test("a queue that is full by count takes items cut down, and in the end none") {
    val (done, dropped) = jammed(QueueBounds(2, 1000000, 20))((1 to 25).map(Item(_, 7)): _*)
    assert(done == Vector(Item(1, 7), Item(2, 7)) ++ (3 to 20).map(Item(_)))
    assert(dropped == DropCounts(optional = 0, reduced = 18, lost = 5))
  }

  test("a queue that is full by bytes takes small items still") {
    val (done, dropped) = jammed(QueueBounds(100, 1000, 1000))(Item(1, 800), Item(2, 800), Item(3, 100))
    assert(done == Vector(Item(1, 800), Item(2), Item(3, 100)))
    assert(dropped == DropCounts(reduced = 1))
  }

  test("one item is taken whole, however large") {
    assert(jammed(QueueBounds(100, 10, 1000))(Item(1, 800))._1 == Vector(Item(1, 800)))
  }

  test("extras are the first to go, from half of a bound on") {
    val (done, dropped) = jammed(QueueBounds(4, 1000, 1000))(Item(-1), Item(2), Item(-3), Item(4), Item(5))
    assert(done.map(_.number) == Vector(-1, 2, 4, 5))
    assert(dropped == DropCounts(optional = 1))
    assert(jammed(QueueBounds(100, 1000, 1000))(Item(1, 500), Item(-2))._2 == DropCounts(optional = 1))
  }

  test("what has been worked on frees its bytes") {
    val worker = new Worker[Item]("worker-frees", QueueBounds(1000, 100, 1000), Items, _ => (), none)
    (1 to 50).foreach { i =>
      worker.offer(Item(i, 90))
      while (worker.waiting > 0) Thread.sleep(1)
    }
    assert(worker.close(Item(51), 10000) && worker.dropped == DropCounts())
  }

  test("close gives up after its time, whatever the work does") {
    val stuck = new CountDownLatch(1)
    val worker = new Worker[Item]("worker-stuck", plenty, Items, _ => stuck.await(), none)
    worker.offer(Item(1))
    assert(!worker.close(Item(2), 20))
    assert(worker.waiting > 0)
    stuck.countDown()
  }

  test(
    "an interrupt of the thread ends nothing: not in the work, not after it, not while nothing is to be done"
  ) {
    val flags = new ConcurrentLinkedQueue[(Int, Boolean)]
    val thread = new AtomicReference[Thread]
    val work: Item => Unit = { item =>
      thread.set(Thread.currentThread)
      flags.add((item.number, Thread.currentThread.isInterrupted))
      if (item.number == 1) Thread.currentThread.interrupt()
    }
    val worker = new Worker[Item]("worker-interrupted", plenty, Items, work, none)
    (1 to 2).foreach(n => worker.offer(Item(n)))
    while (flags.size < 2) Thread.sleep(1)
    while (thread.get.getState != Thread.State.WAITING) Thread.sleep(1)
    thread.get.interrupt()
    worker.offer(Item(3))
    assert(worker.close(Item(4), 10000) && !worker.hasFailed)
    assert(flags.toArray.toVector == (1 to 4).map(_ -> false))
  }

  test("an error that ends the thread is reported once, and nothing is queued any more") {
    val causes = new ConcurrentLinkedQueue[Throwable]
    val (busy, go) = (new CountDownLatch(1), new CountDownLatch(1))
    val work: Item => Unit = { _ => busy.countDown(); go.await(); throw new NoClassDefFoundError("gone") }
    val worker = new Worker[Item]("worker-failed", plenty, Items, work, e => { causes.add(e); () })
    worker.offer(Item(1))
    assert(busy.await(10, TimeUnit.SECONDS))
    (2 to 4).foreach(n => worker.offer(Item(n)))
    go.countDown()
    assert(worker.close(Item(5), 10000) && worker.hasFailed)
    worker.offer(Item(6))
    assert(worker.waiting == 0 && worker.dropped.lost >= 4)
    assert(causes.toArray.map(_.toString).toVector == Vector("java.lang.NoClassDefFoundError: gone"))
  }
}

object WorkerSuite {

  /** An item with a body can be cut down to its number; below zero are extras. */
  private final case class Item(number: Int, body: Int = 0)

  private object Items extends EventSizer[Item] {
    def bytes(item: Item): Long = 1L + item.body
    def isOptional(item: Item): Boolean = item.number < 0
    def reduce(item: Item): Item = item.copy(body = 0)
  }
}

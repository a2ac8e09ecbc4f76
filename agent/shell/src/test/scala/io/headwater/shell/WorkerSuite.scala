package io.headwater.shell

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}

import org.scalatest.funsuite.AnyFunSuite

final class WorkerSuite extends AnyFunSuite {

  test("work is done in order, and close waits for all of it") {
    val done = new ConcurrentLinkedQueue[Int]
    val worker = new Worker[Int]("worker-in-order", 1000, i => { done.add(i); () })
    (1 to 500).foreach(worker.offer)
    assert(worker.close(501, 10000))
    assert(done.toArray.toVector == (1 to 501).toVector)
  }

  test("a full queue drops and counts, and never holds up whoever offers") {
    val (busy, go) = (new CountDownLatch(1), new CountDownLatch(1))
    val worker = new Worker[Int]("worker-full", 2, _ => { busy.countDown(); go.await() })
    worker.offer(0)
    assert(busy.await(10, TimeUnit.SECONDS))
    (1 to 10).foreach(worker.offer)
    assert(worker.dropped == 8)
    go.countDown()
    assert(worker.close(11, 10000))
  }

  test("close gives up after its time, whatever the work does") {
    val stuck = new CountDownLatch(1)
    val worker = new Worker[Int]("worker-stuck", 10, _ => stuck.await())
    worker.offer(1)
    assert(!worker.close(2, 20))
    assert(worker.waiting > 0)
    stuck.countDown()
  }
}

package io.headwater.shell.meters

import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

import org.scalatest.concurrent.Eventually._
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.{Seconds, Span}

import io.headwater.emit.spool.DeliveryCounts
import io.headwater.shell.queue.DropCounts

final class GaugeCacheSuite extends AnyFunSuite {
  private val reads = new AtomicInteger

  /** Each read finds one more sent event. */
  private object Source extends GaugeSource {
    def waiting: Int = 0
    def dropped: DropCounts = DropCounts()
    def counts: DeliveryCounts = DeliveryCounts(sent = reads.incrementAndGet().toLong)
  }

  test("after a refresh, readers get new numbers without a read of their own") {
    val cache = new GaugeCache
    cache.watch(Source)
    val before = cache.counts.sent
    cache.refresh()
    assert(Vector.fill(3)(cache.counts.sent) == Vector.fill(3)(before + 1))
  }

  test("a disk that hangs is asked once, and again after it has responded") {
    val (asked, responds) = (new AtomicInteger, new CountDownLatch(1))
    val cache = new GaugeCache
    cache.watch(new GaugeSource {
      def waiting: Int = 0
      def dropped: DropCounts = DropCounts()
      def counts: DeliveryCounts = {
        val sent = asked.incrementAndGet()
        responds.await()
        DeliveryCounts(sent = sent.toLong)
      }
    })
    for (_ <- 1 to 3) {
      cache.refresh()
      assert(cache.counts == DeliveryCounts())
    }
    assert(asked.get == 1)
    responds.countDown()
    eventually(timeout(Span(10, Seconds))) {
      cache.refresh()
      assert(cache.counts.sent > 1)
    }
  }
}

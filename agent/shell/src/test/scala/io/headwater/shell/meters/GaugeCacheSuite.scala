package io.headwater.shell.meters

import java.util.concurrent.atomic.AtomicInteger

import org.scalatest.funsuite.AnyFunSuite

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
}

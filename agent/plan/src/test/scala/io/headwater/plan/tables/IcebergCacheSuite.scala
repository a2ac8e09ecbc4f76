package io.headwater.plan.tables

import java.time.Duration
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger

import org.apache.spark.sql.connector.catalog.Identifier
import org.scalatest.concurrent.Eventually._
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.{Seconds, Span}

object IcebergCacheSuite {

  /** A catalog whose metastore hangs. */
  final class Catalog {
    val (calls, end) = (new AtomicInteger, new CountDownLatch(1))
    def icebergCatalog: AnyRef = {
      calls.incrementAndGet()
      end.await()
      this
    }
  }
}

final class IcebergCacheSuite extends AnyFunSuite {
  test("a catalog that has not answered in time is not called before it answers") {
    val (catalog, other) = (new IcebergCacheSuite.Catalog, new IcebergCacheSuite.Catalog)
    val name = new Identifier {
      def namespace: Array[String] = Array("db")
      def name: String = "t"
    }
    for (_ <- 1 to 3) assert(IcebergCache.creation(catalog, name, Duration.ofMillis(500)).isEmpty)
    IcebergCache.creation(other, name, Duration.ofMillis(500))
    assert((catalog.calls.get, other.calls.get) == ((1, 1)))
    Seq(catalog, other).foreach(_.end.countDown())
    eventually(timeout(Span(10, Seconds))) {
      IcebergCache.creation(catalog, name, Duration.ofMillis(500))
      assert(catalog.calls.get > 1)
    }
  }
}

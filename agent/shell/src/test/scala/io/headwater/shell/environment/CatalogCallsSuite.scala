package io.headwater.shell.environment

import java.net.URI
import java.time.Duration
import java.util.concurrent.CountDownLatch

import scala.collection.mutable

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.TableIdentifier
import org.scalatest.concurrent.Eventually._
import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.time.{Seconds, Span}

class CatalogCallsSuite extends AnyFunSuite {

  /** A metastore that answers, fails or hangs, depending on the name of the database. */
  private final class Metastore extends SparkShimStub {
    val requests: mutable.Buffer[String] = mutable.Buffer.empty
    val answers = new CountDownLatch(1)
    @volatile var interrupted = false

    override def location(session: SparkSession, database: String): URI = {
      requests += database
      if (database == "gone") throw new NoSuchElementException(database)
      if (database == "hangs")
        try answers.await()
        catch { case _: InterruptedException => interrupted = true }
      super.location(session, database)
    }
  }

  private val metastore = new Metastore
  private val catalog = new CatalogCalls(metastore, Duration.ofMillis(200))
  private val location = catalog.location(null) _

  test("the catalog gives the location of a database; an unknown database has none") {
    assert(location("shop").contains(new URI("s3://lake/shop")))
    assert(location("gone").isEmpty)
    assert(location("shop").nonEmpty)
  }

  test("a table that is not in the catalog is told from a catalog that does not answer") {
    assert(catalog.table(null)(TableIdentifier("t")).contains(None))
  }

  test(
    "a metastore that hangs is not interrupted, which would close files of other threads, and not called until it answers"
  ) {
    assert(location("hangs").isEmpty)
    metastore.requests.clear()
    assert(location("shop").isEmpty)
    assert(metastore.requests.isEmpty)
    assert(catalog.table(null)(TableIdentifier("t")).isEmpty)
    metastore.answers.countDown()
    eventually(timeout(Span(10, Seconds)))(assert(location("shop").contains(new URI("s3://lake/shop"))))
    assert(!metastore.interrupted)
  }
}

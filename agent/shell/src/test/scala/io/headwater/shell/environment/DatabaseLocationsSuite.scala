package io.headwater.shell.environment

import java.net.URI
import java.time.Duration

import scala.collection.mutable

import org.apache.spark.scheduler.SparkListenerApplicationEnd
import org.apache.spark.sql.catalyst.TableIdentifier
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.types.StructType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.shim.SparkShim
import io.headwater.plan.walk.NodeLineage.Rule

class DatabaseLocationsSuite extends AnyFunSuite {

  /** A metastore that answers, fails or hangs, depending on the name of the database. */
  private final class Metastore extends SparkShim {
    val requests: mutable.Buffer[String] = mutable.Buffer.empty
    @volatile var interrupted = false

    def location(query: QueryExecution, database: String): URI = {
      requests += database
      if (database == "gone") throw new NoSuchElementException(database)
      if (database == "hangs")
        try Thread.sleep(60000)
        catch { case _: InterruptedException => interrupted = true }
      new URI(s"s3://lake/$database")
    }

    def conf(query: QueryExecution, key: String): Option[String] = None
    def session(query: QueryExecution): AnyRef = this
    def hadoop(query: QueryExecution, key: String): Option[String] = None
    def currentDatabase(query: QueryExecution): String = "default"
    def temporaryView(query: QueryExecution, name: TableIdentifier): Option[StructType] = None
    def exitCode(end: SparkListenerApplicationEnd): Option[Int] = None
    def parameters(plan: LogicalPlan): Vector[(String, Expression)] = Vector.empty
    def rules: Seq[Rule] = Nil
  }

  private val metastore = new Metastore
  private val location = new DatabaseLocations(metastore, Duration.ofMillis(200)).location(null) _

  test("the catalog gives the location of a database; an unknown database has none") {
    assert(location("shop").contains(new URI("s3://lake/shop")))
    assert(location("gone").isEmpty)
    assert(location("shop").nonEmpty)
  }

  test(
    "a metastore that hangs is called once and not interrupted: an interrupt would close files of other threads"
  ) {
    assert(location("hangs").isEmpty)
    metastore.requests.clear()
    assert(location("shop").isEmpty)
    assert(metastore.requests.isEmpty)
    assert(!metastore.interrupted)
  }
}

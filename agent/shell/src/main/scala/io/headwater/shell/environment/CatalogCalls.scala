package io.headwater.shell.environment

import java.net.URI
import java.time.Duration

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.TableIdentifier

import io.headwater.plan.session.CatalogEntry
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.logging.DriverLog
import io.headwater.util.UninterruptedCalls

/** What Spark's session catalog tells, if a plan does not: the location of a database, in which a new managed table is
  * created, and a table that a statement creates if it is not there. The metastore may be slow or not available: it is
  * called on another thread, and not again before a call that was too slow has returned. Spark's client of Hive has one
  * lock: while it moves the files of a large table, all other calls wait.
  */
private[shell] final class CatalogCalls(shim: SparkShim, timeout: Duration = Duration.ofSeconds(30)) {
  private val log = new DriverLog(classOf[CatalogCalls])
  private val calls = new UninterruptedCalls("headwater-metastore", timeout)

  def location(session: SparkSession)(database: String): Option[URI] =
    answer(s"the location of database $database")(shim.location(session, database))

  /** The table or view; Some(None) if there is none, None if the catalog does not answer. */
  def table(session: SparkSession)(name: TableIdentifier): Option[Option[CatalogEntry]] =
    answer(s"the table ${name.unquotedString}")(shim.table(session, name))

  private def answer[A](what: String)(call: => A): Option[A] = {
    val wasLate = calls.isLate
    val answer = calls(call)
    if (calls.isLate && !wasLate)
      log.warn(
        s"Headwater: the metastore did not return $what within ${timeout.toMillis} ms. Until it answers, a new managed " +
          "table has its name in the catalog, not its location."
      )
    else if (wasLate && !calls.isLate) log.info("Headwater: the metastore answers again.")
    answer.toOption
  }
}

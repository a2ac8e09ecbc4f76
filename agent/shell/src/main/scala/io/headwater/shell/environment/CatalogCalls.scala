package io.headwater.shell.environment

import java.net.URI
import java.time.Duration

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.TableIdentifier

import io.headwater.plan.session.CatalogEntry
import io.headwater.plan.shim.SparkShim
import io.headwater.shell.logging.DriverLog
import io.headwater.util.Deadline

/** What Spark's session catalog tells, if a plan does not: the location of a database, in which a new managed table is
  * created, and a table that a statement creates if it is not there. The metastore may be slow or not available: it is
  * called on another thread; after one timeout it is not called again.
  */
private[shell] final class CatalogCalls(shim: SparkShim, timeout: Duration = Duration.ofSeconds(30)) {
  private val log = new DriverLog(classOf[CatalogCalls])
  @volatile private var timedOut = false

  def location(session: SparkSession)(database: String): Option[URI] =
    answer(s"the location of database $database")(shim.location(session, database))

  /** The table or view; Some(None) if there is none, None if the catalog does not answer. */
  def table(session: SparkSession)(name: TableIdentifier): Option[Option[CatalogEntry]] =
    answer(s"the table ${name.unquotedString}")(shim.table(session, name))

  private def answer[A](what: String)(call: => A): Option[A] =
    if (timedOut) None
    else {
      val answer = Deadline.within("headwater-metastore", timeout, interrupting = false)(call)
      timedOut = answer.fold(Deadline.isTimeout, _ => false)
      if (timedOut)
        log.warn(
          s"Headwater: the metastore did not return $what within ${timeout.toMillis} ms. From now on, a new managed " +
            "table has its name in the catalog, not its location."
        )
      answer.toOption
    }
}

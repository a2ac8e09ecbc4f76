package io.headwater.shell.environment

import java.net.URI
import java.time.Duration

import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.shim.SparkShim
import io.headwater.shell.logging.DriverLog
import io.headwater.util.Deadline

/** The locations of the databases of Spark's session catalog. A new managed table is created there, and its plan does
  * not contain the location. The metastore may be slow or not available: it is called on another thread; after one
  * timeout it is not called again.
  */
private[shell] final class DatabaseLocations(shim: SparkShim, timeout: Duration = Duration.ofSeconds(30)) {
  private val log = new DriverLog(classOf[DatabaseLocations])
  @volatile private var timedOut = false

  def location(query: QueryExecution)(database: String): Option[URI] =
    if (timedOut) None
    else {
      val answer =
        Deadline.within("headwater-metastore", timeout, interrupting = false)(shim.location(query, database))
      timedOut = answer.fold(Deadline.isTimeout, _ => false)
      if (timedOut)
        log.warn(
          s"Headwater: the metastore did not return the location of database $database within " +
            s"${timeout.toMillis} ms. From now on, a new managed table has its name in the catalog, not its " +
            "location."
        )
      answer.toOption
    }
}

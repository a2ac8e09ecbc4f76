package io.headwater.shell.environment

import java.net.URI
import java.time.Duration

import org.apache.spark.sql.execution.QueryExecution

import io.headwater.plan.shim.SparkShim
import io.headwater.shell.logging.DriverLog
import io.headwater.util.Deadline

/** Where the databases of Spark's own catalog lie: a managed table that is yet to be made will lie there, and no plan says
  * so. The metastore may be far away, or gone: it is asked on a thread of its own, and once it has not answered in time
  * never again.
  */
private[shell] final class DatabaseLocations(shim: SparkShim, patience: Duration = Duration.ofSeconds(30)) {
  private val log = new DriverLog(classOf[DatabaseLocations])
  @volatile private var silent = false

  def location(query: QueryExecution)(database: String): Option[URI] =
    if (silent) None
    else {
      val answer =
        Deadline.within("headwater-metastore", patience, interrupting = false)(shim.location(query, database))
      silent = answer.failed.toOption.exists(Deadline.isTimeout)
      if (silent)
        log.warn(
          s"the metastore did not say within ${patience.toMillis} ms where database $database lies; new managed " +
            "tables go by their names in the catalog from now on"
        )
      answer.toOption
    }
}

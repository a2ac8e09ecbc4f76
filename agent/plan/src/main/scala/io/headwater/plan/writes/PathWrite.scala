package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand

/** Extracts the path of a write such as `df.write.format("delta").save(path)`, for which Spark calls the V1
  * source of a library.
  */
abstract class PathWrite {

  /** Whether an object is the library's source. */
  protected def isSource(source: AnyRef): Boolean

  def unapply(plan: LogicalPlan): Option[(SaveIntoDataSourceCommand, String)] = plan match {
    case s: SaveIntoDataSourceCommand if isSource(s.dataSource) =>
      s.options.collectFirst { case (key, path) if key.equalsIgnoreCase("path") => s -> path }
    case _ => None
  }
}

package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand

import io.headwater.util.ClassNames

/** Extracts the path of a write such as `df.write.format("delta").save(path)`, for which Spark calls the V1
  * source of a library.
  *
  * @param source
  *   the class of the library's source, or a superclass
  */
final class PathWrite(source: String) {
  def unapply(plan: LogicalPlan): Option[(SaveIntoDataSourceCommand, String)] = plan match {
    case s: SaveIntoDataSourceCommand if ClassNames.isA(s.dataSource, source) =>
      s.options.collectFirst { case (key, path) if key.equalsIgnoreCase("path") => s -> path }
    case _ => None
  }
}

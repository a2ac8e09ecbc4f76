package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.datasources.SaveIntoDataSourceCommand

import io.headwater.util.ClassNames

/** `df.write.format("delta").save(path)`: Spark hands the whole write to a library, by the V1 interface of its source.
  *
  * @param source
  *   the class of the library's source, or one that it extends
  */
final class PathWrite(source: String) {
  def unapply(plan: LogicalPlan): Option[(SaveIntoDataSourceCommand, String)] = plan match {
    case s: SaveIntoDataSourceCommand if ClassNames.isA(s.dataSource, source) =>
      s.options.collectFirst { case (key, path) if key.equalsIgnoreCase("path") => s -> path }
    case _ => None
  }
}

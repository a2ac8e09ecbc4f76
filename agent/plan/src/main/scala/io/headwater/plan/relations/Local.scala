package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.analysis.ResolvedInlineTable
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.plan.walk.Reading
import io.headwater.plan.walk.Reading.Rule

/** Rows that no dataset holds: `VALUES`, `range`, `createDataFrame` of local data, a command's own result. */
object Local {
  val rule: Rule = {
    case p: LocalRelation => Reading.leaf(_.generated(p.output))
    case p: ResolvedInlineTable =>
      Reading.leaf(_.generated(p.output)) // VALUES (now()): known when the query runs
    case p: OneRowRelation => Reading.leaf(_.generated(p.output))
    case p: Range => Reading.leaf(_.generated(p.output))
    case p: CommandResult => Reading.leaf(_.generated(p.output))
    case p if p.getClass.getSimpleName == "PythonWorkerLogs" => // python_worker_logs(), from Spark 4.1 on
      Reading.leaf(_.generated(p.output))
  }
}

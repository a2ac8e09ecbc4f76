package io.headwater.plan.relations

import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.plan.variables.InlineTables
import io.headwater.plan.walk.NodeLineage
import io.headwater.plan.walk.NodeLineage.Rule

/** Rows without a dataset: `VALUES`, `range`, `createDataFrame` of local data, the result of a command. */
object LocalRelations {
  val rule: Rule = {
    case p: LocalRelation => NodeLineage.leaf(InlineTables.scope(p, _))
    // VALUES (now()), which is evaluated when the query runs; from Spark 3.5 on
    case p if p.getClass.getSimpleName == "ResolvedInlineTable" => NodeLineage.leaf(InlineTables.scope(p, _))
    case p: OneRowRelation => NodeLineage.leaf(_.generated(p.output))
    case p: Range => NodeLineage.leaf(_.generated(p.output))
    case p: CommandResult => NodeLineage.leaf(_.generated(p.output))
    case p if p.getClass.getSimpleName == "PythonWorkerLogs" => // python_worker_logs(), from Spark 4.1 on
      NodeLineage.leaf(_.generated(p.output))
  }
}

package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.plans.logical.{
  CommandResult,
  InsertIntoStatement,
  LogicalPlan,
  V2WriteCommand
}
import org.apache.spark.sql.execution.command.DataWritingCommand
import org.apache.spark.sql.execution.datasources.InsertIntoDataSourceCommand

/** The columns that a statement inserts into, in the order of its values. */
object InsertTarget {

  /** None if the analysed plan is not a write.
    *
    * @param parsed
    *   the plan before its analysis, which tells the partition columns that `PARTITION (day = 'x')` gives a value
    */
  def columns(parsed: LogicalPlan, analyzed: LogicalPlan): Seq[String] = {
    val fixed = parsed.collectFirst { case i: InsertIntoStatement => i.partitionSpec }.getOrElse(Map.empty)
      .collect { case (name, Some(_)) => name }
    ofTable(analyzed).filterNot(column => fixed.exists(_.equalsIgnoreCase(column)))
  }

  private def ofTable(plan: LogicalPlan): Seq[String] = plan match {
    case result: CommandResult => ofTable(result.commandLogicalPlan)
    case write: V2WriteCommand => write.table.output.map(_.name)
    case write: DataWritingCommand => write.outputColumnNames
    case write: InsertIntoDataSourceCommand => write.logicalRelation.output.map(_.name)
    case _ => Nil
  }
}

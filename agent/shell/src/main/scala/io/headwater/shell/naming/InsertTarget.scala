package io.headwater.shell.naming

import org.apache.spark.sql.catalyst.plans.logical.{CommandResult, LogicalPlan, V2WriteCommand}
import org.apache.spark.sql.execution.command.DataWritingCommand
import org.apache.spark.sql.execution.datasources.InsertIntoDataSourceCommand

/** The columns that a statement inserts into, in the order of its values. */
object InsertTarget {

  /** None if the analysed plan is not a write. */
  def columns(plan: LogicalPlan): Seq[String] = plan match {
    case result: CommandResult => columns(result.commandLogicalPlan)
    case write: V2WriteCommand => write.table.output.map(_.name)
    case write: DataWritingCommand => write.outputColumnNames
    case write: InsertIntoDataSourceCommand => write.logicalRelation.output.map(_.name)
    case _ => Nil
  }
}

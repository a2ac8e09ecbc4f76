package org.apache.spark.sql.hudi.command

import org.apache.spark.sql.catalyst.plans.logical.{DeleteFromTable, MergeIntoTable, UpdateTable}
import org.apache.spark.sql.execution.command.LeafRunnableCommand
import org.apache.spark.sql.{Row, SparkSession}

/** Commands with the names of Hudi's that hold the statement as Hudi's do. Nothing runs them. */
sealed abstract class HoodieCommand extends LeafRunnableCommand {
  override def run(session: SparkSession): Seq[Row] = Nil
}

final case class UpdateHoodieTableCommand(ut: UpdateTable) extends HoodieCommand
final case class MergeIntoHoodieTableCommand(mergeInto: MergeIntoTable) extends HoodieCommand
final case class DeleteHoodieTableCommand(dft: DeleteFromTable) extends HoodieCommand

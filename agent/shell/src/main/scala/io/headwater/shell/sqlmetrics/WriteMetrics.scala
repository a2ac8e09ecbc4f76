package io.headwater.shell.sqlmetrics

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.command.{DataWritingCommandExec, ExecutedCommandExec}
import org.apache.spark.sql.execution.datasources.v2.{V2ExistingTableWriteExec, V2TableWriteExec}

import io.headwater.model.{DatasetId, LibraryReport, Statistics}
import io.headwater.plan.tables.DeltaClasses
import io.headwater.plan.vendor.iceberg.IcebergReports
import io.headwater.util.Attempts

/** The metrics of the write in a physical plan. */
object WriteMetrics {

  /** None if the plan has several writes, as `FROM t INSERT INTO a … INSERT INTO b …`: a number would be that of the wrong
    * output.
    */
  def of(nodes: Vector[SparkPlan]): Option[Statistics] = nodes.collect(ofWrite) match {
    case Vector(statistics) => statistics
    case _ => None
  }

  /** The metrics of each output, if the plan writes files in several places. An output that is written twice has none.
    *
    * @param output
    *   the output of a command
    */
  def byOutput(
      nodes: Vector[SparkPlan],
      output: LogicalPlan => Option[DatasetId]
  ): Map[DatasetId, Statistics] =
    nodes.collect { case write: DataWritingCommandExec => write.cmd } match {
      case Vector() | Vector(_) => Map.empty
      case commands =>
        commands.flatMap(c => output(c).map(_ -> c)).groupBy(_._1).collect {
          case (id, Vector((_, command))) =>
            id -> ofFiles(new NodeMetrics(command.metrics))
        }
    }

  /** The metrics of a node that writes, if it has any. */
  private val ofWrite: PartialFunction[SparkPlan, Option[Statistics]] = {
    case write: DataWritingCommandExec => Some(ofFiles(new NodeMetrics(write.cmd.metrics)))
    case write: V2TableWriteExec => ofV2Write(write)
    case command: ExecutedCommandExec if DeltaClasses.Command.unapply(command.cmd).isDefined =>
      ofDeltaCommand(new NodeMetrics(command.cmd.metrics))
  }

  private def ofFiles(metrics: NodeMetrics): Statistics =
    Statistics(metrics("numOutputRows"), metrics("numOutputBytes"), metrics("numFiles"))

  /** Spark counts the rows. Iceberg counts bytes and files; for a table that the statement creates, only the new
    * snapshot has them. The commit progress of `WriteDelta` includes deleted rows, so Iceberg's count of added records
    * is used.
    */
  private def ofV2Write(write: V2TableWriteExec): Option[Statistics] = {
    val metrics = new NodeMetrics(write.metrics)
    val rows =
      if (write.nodeName.startsWith("WriteDelta")) metrics("addedRecords")
      else write.commitProgress.map(_.numOutputRows)
    val (bytes, files) = (metrics.positive("addedFileSizeInBytes"), metrics.positive("addedDataFiles"))
    val counted = Statistics(rows, bytes, files, report(write))
    Some(if (files.isEmpty) ofSnapshot(write, counted).getOrElse(counted) else counted).filterNot(_.isEmpty)
  }

  private def ofSnapshot(write: V2TableWriteExec, counted: Statistics): Option[Statistics] = write match {
    case existing: V2ExistingTableWriteExec =>
      counted.rows.flatMap(rows =>
        Attempts.caught(IcebergReports.ofSnapshot(existing.write, rows)).toOption.flatten
      )
        .map(_.copy(report = counted.report))
    case _ => None
  }

  /** Only a write to an existing table has the `Write` object that contains the report. */
  private def report(write: V2TableWriteExec): Option[LibraryReport] = write match {
    case existing: V2ExistingTableWriteExec => IcebergReports.ofCommit(existing.write)
    case _ => None
  }

  /** Delta's `DELETE`, `UPDATE` and `MERGE`. They rewrite whole files; so unchanged rows in these files count, too.
    */
  private def ofDeltaCommand(metrics: NodeMetrics): Option[Statistics] = {
    val merged = metrics.sum("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsCopied")
    val statistics =
      if (merged.isDefined) Statistics(merged, metrics("numTargetBytesAdded"), metrics("numTargetFilesAdded"))
      else Statistics(
        metrics.sum("numUpdatedRows", "numCopiedRows"),
        metrics("numAddedBytes"),
        metrics("numAddedFiles")
      )
    Some(statistics).filterNot(_.isEmpty)
  }
}

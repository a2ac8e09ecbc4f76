package io.headwater.shell.metrics

import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.command.{DataWritingCommandExec, ExecutedCommandExec}
import org.apache.spark.sql.execution.datasources.v2.{V2ExistingTableWriteExec, V2TableWriteExec}

import io.headwater.model.{LibraryReport, Statistics}
import io.headwater.plan.vendor.iceberg.IcebergReports

/** What Spark counted as a query wrote: the metrics of the write in its physical plan. */
object WriteMetrics {
  private val delta = "org.apache.spark.sql.delta.commands."

  def in(nodes: Vector[SparkPlan]): Option[Statistics] = nodes.iterator.flatMap {
    case write: DataWritingCommandExec => Some(files(new NodeMetrics(write.cmd.metrics)))
    case write: V2TableWriteExec => v2(write)
    case command: ExecutedCommandExec if command.cmd.getClass.getName.startsWith(delta) =>
      changed(new NodeMetrics(command.cmd.metrics))
    case _ => None
  }.take(1).toVector.headOption

  private def files(metrics: NodeMetrics): Statistics =
    Statistics(metrics("numOutputRows"), metrics("numOutputBytes"), metrics("numFiles"))

  /** Rows are Spark's count. Bytes and files are Iceberg's, where it tells them: of a table that is made by the statement,
    * it has not yet. A write of single changes counts rows that it deletes, too.
    */
  private def v2(write: V2TableWriteExec): Option[Statistics] = {
    val metrics = new NodeMetrics(write.metrics)
    val rows =
      if (write.nodeName.startsWith("WriteDelta")) metrics("addedRecords")
      else write.commitProgress.map(_.numOutputRows)
    val (bytes, files) = (metrics.some("addedFileSizeInBytes"), metrics.some("addedDataFiles"))
    Some(Statistics(rows, bytes, files, report(write))).filterNot(_.isEmpty)
  }

  /** A write into a table that is there; others hold none of their own. */
  private def report(write: V2TableWriteExec): Option[LibraryReport] = write match {
    case existing: V2ExistingTableWriteExec => IcebergReports.ofCommit(existing.write)
    case _ => None
  }

  /** Delta's `DELETE`, `UPDATE` and `MERGE`: rows of files that are written anew count, those that stay as they are, too. */
  private def changed(metrics: NodeMetrics): Option[Statistics] = {
    val merged = metrics.sum("numTargetRowsInserted", "numTargetRowsUpdated", "numTargetRowsCopied")
    val counted =
      if (merged.isDefined) Statistics(merged, metrics("numTargetBytesAdded"), metrics("numTargetFilesAdded"))
      else Statistics(
        metrics.sum("numUpdatedRows", "numCopiedRows"),
        metrics("numAddedBytes"),
        metrics("numAddedFiles")
      )
    Some(counted).filterNot(_.isEmpty)
  }
}

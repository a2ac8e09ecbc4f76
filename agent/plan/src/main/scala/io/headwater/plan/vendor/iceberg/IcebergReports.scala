package io.headwater.plan.vendor.iceberg

import java.util.function.Supplier
import java.util.{Collection => JavaCollection, Map => JavaMap}

import io.headwater.model.{LibraryReport, Statistics}
import io.headwater.util.{Accessors, Attempts, ClassNames, JavaCollections}

/** The reports of Iceberg about a planned scan and about a commit. They are read from the scan or the write
  * itself, so the agent installs no metrics reporter. Metrics have Iceberg's names.
  */
object IcebergReports {
  private val source = "org.apache.iceberg.spark.source."
  private val metrics = "org.apache.iceberg.metrics."

  /** The report of a scan. A scan of staged files, as in a compaction, has none.
    *
    * @param scan
    *   the scan in Spark's physical plan
    */
  def ofScan(scan: AnyRef): Option[LibraryReport] =
    if (!ClassNames.isA(scan, s"${source}SparkScan")) None
    else reported(scan).map { values =>
      val report = new Accessors(values)
      val filter = report.value[AnyRef]("filter").toString // Iceberg masks the values
      LibraryReport(
        "icebergScanReport",
        Vector(
          "snapshotId" -> report.value[Long]("snapshotId"),
          "filterDescription" -> (if (filter == "true") "" else filter),
          "schemaId" -> report.value[Int]("schemaId"),
          "projectedFieldNames" -> JavaCollections.vector(
            report.value[JavaCollection[String]]("projectedFieldNames")
          ),
          "scanMetrics" -> counters(report.value[AnyRef]("scanMetrics"), "ScanMetricsResult"),
          "metadata" -> JavaCollections.entries(report.value[JavaMap[String, String]]("metadata")).toMap
        )
      )
    }

  private def reported(scan: AnyRef): Option[AnyRef] =
    Option(new Accessors(scan).field[Supplier[AnyRef]]("scanReportSupplier")).flatMap(s => Option(s.get))

  /** The report of a commit.
    *
    * @param write
    *   the write in Spark's physical plan; the writes of Iceberg for Spark 3 hold no report
    */
  def ofCommit(write: AnyRef): Option[LibraryReport] = {
    val reporter =
      if (!write.getClass.getName.startsWith(source)) None
      else
        ClassNames.ancestors(write.getClass).flatMap(_.getDeclaredFields).find(_.getName == "metricsReporter")
          .flatMap(f => Option(new Accessors(write).field[AnyRef](f.getName)))
    reporter.flatMap(r => Option(new Accessors(r).value[AnyRef]("commitReport"))).map { reported =>
      val report = new Accessors(reported)
      LibraryReport(
        "icebergCommitReport",
        Vector(
          "snapshotId" -> report.value[Long]("snapshotId"),
          "sequenceNumber" -> report.value[Long]("sequenceNumber"),
          "operation" -> report.value[String]("operation"),
          "commitMetrics" -> counters(report.value[AnyRef]("commitMetrics"), "CommitMetricsResult"),
          "metadata" -> JavaCollections.entries(report.value[JavaMap[String, String]]("metadata")).toMap
        )
      )
    }
  }

  /** Files and bytes that a write has added, by the summary of the table's current snapshot. A table that the statement
    * creates has no other counts: its commit is part of a transaction, and the write gets no report of it. A procedure
    * that rewrites files commits later, so the snapshot is one of an earlier write.
    *
    * @param write
    *   the write in Spark's physical plan
    * @param rows
    *   the rows that Spark has counted; a snapshot with another count is not the one of this write
    */
  def ofSnapshot(write: AnyRef, rows: Long): Option[Statistics] =
    if (!write.getClass.getName.startsWith(source) || isOfRewrite(write)) None
    else
      for {
        snapshot <-
          Option(new Accessors(new Accessors(write).field[AnyRef]("table")).value[AnyRef]("currentSnapshot"))
        summary = new Accessors(snapshot).value[JavaMap[String, String]]("summary")
        if Option(summary.get("added-records")).contains(rows.toString)
      } yield Statistics(
        Some(rows),
        Option(summary.get("added-files-size")).map(_.toLong),
        Option(summary.get("added-data-files")).map(_.toLong)
      )

  /** Whether a write is part of `rewrite_data_files` or `rewrite_position_delete_files`. The builder of a write, which is
    * the class around it, has the files that are rewritten.
    */
  private def isOfRewrite(write: AnyRef): Boolean = {
    def builder = new Accessors(new Accessors(write).field[AnyRef]("this$0"))
    ClassNames.isA(write, s"${source}SparkPositionDeletesRewrite") ||
    Attempts.nonFatal(builder.field[AnyRef]("rewrittenFileSetId")).toOption.exists(_ ne null)
  }

  /** All counters and timers of an Iceberg interface that have a value. Times are in milliseconds.
    *
    * @param interface
    *   the simple name of the interface
    */
  private def counters(result: AnyRef, interface: String): Map[String, Long] = {
    val accessors = new Accessors(result)
    ClassNames.ancestors(result.getClass).filter(_.getName == metrics + interface).flatMap(_.getMethods)
      .filter(m => m.getParameterCount == 0 && m.getReturnType.getName.startsWith(metrics))
      .flatMap(m =>
        Option(accessors.value[AnyRef](m.getName)).map(v => m.getName -> number(new Accessors(v)))
      )
      .toMap
  }

  private def number(counter: Accessors): Long =
    if (counter.has("totalDuration")) counter.value[java.time.Duration]("totalDuration").toMillis
    else counter.value[Long]("value")
}

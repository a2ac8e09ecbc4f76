package io.headwater.plan.vendor.iceberg

import java.util.function.Supplier
import java.util.{Collection => JavaCollection, Map => JavaMap}

import io.headwater.model.LibraryReport
import io.headwater.util.{Accessors, ClassNames}

/** What Iceberg reports of a scan that it has planned and of a commit that it has made, from the scan or the write itself:
  * its catalogs and their reporters are left alone. Metrics have the names that Iceberg gives them.
  */
object IcebergReports {
  private val source = "org.apache.iceberg.spark.source."
  private val metrics = "org.apache.iceberg.metrics."

  /** `scan` is the scan of Spark's physical plan. */
  def ofScan(scan: AnyRef): Option[LibraryReport] =
    if (!ClassNames.isA(scan, s"${source}SparkScan")) None
    else Option(new Accessors(scan).field[Supplier[AnyRef]]("scanReportSupplier").get).map { found =>
      val report = new Accessors(found)
      val filter = report.value[AnyRef]("filter").toString // values are hidden by Iceberg
      LibraryReport(
        "icebergScanReport",
        Vector(
          "snapshotId" -> report.value[Long]("snapshotId"),
          "filterDescription" -> (if (filter == "true") "" else filter),
          "schemaId" -> report.value[Int]("schemaId"),
          "projectedFieldNames" -> toVector(report.value[JavaCollection[String]]("projectedFieldNames")),
          "scanMetrics" -> counters(report.value[AnyRef]("scanMetrics"), "ScanMetricsResult"),
          "metadata" -> toScalaMap(report.value[JavaMap[String, String]]("metadata"))
        )
      )
    }

  /** `write` is the write of Spark's physical plan; those of Iceberg for Spark 3 keep no report. */
  def ofCommit(write: AnyRef): Option[LibraryReport] = {
    val reporter =
      if (!write.getClass.getName.startsWith(source)) None
      else
        ClassNames.ancestors(write.getClass).flatMap(_.getDeclaredFields).find(_.getName == "metricsReporter")
          .flatMap(f => Option(new Accessors(write).field[AnyRef](f.getName)))
    reporter.flatMap(r => Option(new Accessors(r).value[AnyRef]("commitReport"))).map { found =>
      val report = new Accessors(found)
      LibraryReport(
        "icebergCommitReport",
        Vector(
          "snapshotId" -> report.value[Long]("snapshotId"),
          "sequenceNumber" -> report.value[Long]("sequenceNumber"),
          "operation" -> report.value[String]("operation"),
          "commitMetrics" -> counters(report.value[AnyRef]("commitMetrics"), "CommitMetricsResult"),
          "metadata" -> toScalaMap(report.value[JavaMap[String, String]]("metadata"))
        )
      )
    }
  }

  /** Every counter and timer that an interface of Iceberg's names and that was used; times in milliseconds. */
  private def counters(result: AnyRef, interface: String): Map[String, Long] = {
    val accessors = new Accessors(result)
    ClassNames.ancestors(result.getClass).filter(_.getName == metrics + interface).flatMap(_.getMethods)
      .filter(m => m.getParameterCount == 0 && m.getReturnType.getName.startsWith(metrics))
      .flatMap(m => Option(accessors.value[AnyRef](m.getName)).map(v => m.getName -> number(new Accessors(v))))
      .toMap
  }

  private def number(counter: Accessors): Long =
    if (counter.has("totalDuration")) counter.value[java.time.Duration]("totalDuration").toMillis
    else counter.value[Long]("value")

  private def toVector(values: JavaCollection[String]): Vector[String] = {
    val all = Vector.newBuilder[String]
    values.forEach(v => all += v)
    all.result()
  }

  private def toScalaMap(values: JavaMap[String, String]): Map[String, String] = {
    val all = Map.newBuilder[String, String]
    values.forEach((k, v) => all += k -> v)
    all.result()
  }
}

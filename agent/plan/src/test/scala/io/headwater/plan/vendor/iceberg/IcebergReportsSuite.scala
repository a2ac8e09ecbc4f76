package io.headwater.plan.vendor.iceberg

import org.apache.iceberg.spark.source.SparkScan
import org.scalatest.funsuite.AnyFunSuite

/** `tests/lake` has the reports of Iceberg itself. */
final class IcebergReportsSuite extends AnyFunSuite {
  test("a scan has no report if Iceberg makes none: a compaction reads staged files") {
    assert(IcebergReports.ofScan(new SparkScan(null)).isEmpty)
    assert(IcebergReports.ofScan(new SparkScan(() => null)).isEmpty)
  }
}

package org.apache.iceberg.spark.source

import java.util.function.Supplier

/** The part of a scan of Iceberg that the agent reads. The tests of this module have no Iceberg. */
class SparkScan(val scanReportSupplier: Supplier[AnyRef])

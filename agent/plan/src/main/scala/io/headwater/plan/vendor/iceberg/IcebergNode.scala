package io.headwater.plan.vendor.iceberg

import io.headwater.util.NamedIn

/** A node of a plan that Iceberg adds to those of Catalyst, in the same package. */
private[iceberg] object IcebergNode extends NamedIn("org.apache.spark.sql.catalyst.plans.logical.")

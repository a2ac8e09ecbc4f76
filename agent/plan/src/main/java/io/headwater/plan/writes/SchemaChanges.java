package io.headwater.plan.writes;

import org.apache.spark.sql.catalyst.plans.logical.AlterTableCommand;
import org.apache.spark.sql.connector.catalog.CatalogV2Util$;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a table after an {@code ALTER TABLE}, as Spark itself computes them from the changes in the plan. The
 * function is {@code private[sql]}, which exists in Scala only. Its signature is the same from Spark 3.5 to 4.3.
 */
final class SchemaChanges {
  private SchemaChanges() {}

  /** @param provider the format of the table, or null; Spark checks whether it supports default values */
  static StructType after(AlterTableCommand command, StructType before, String provider) {
    return CatalogV2Util$.MODULE$.applySchemaChanges(
        before, command.changes(), scala.Option.apply(provider), "ALTER TABLE");
  }
}

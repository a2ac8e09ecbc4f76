package io.headwater.plan.relations

import org.apache.spark.sql.connector.catalog.Table

import io.headwater.util.{Accessors, ClassNames}

/** The table that an `UPDATE`, `DELETE` or `MERGE` rewrites. Spark wraps it in a class of its own that is not public. */
object RowLevelTable {
  private val wrapper = "org.apache.spark.sql.connector.write.RowLevelOperationTable"

  def unapply(table: Table): Option[Table] =
    if (ClassNames.isA(table, wrapper)) Some(new Accessors(table).value[Table]("table")) else None
}

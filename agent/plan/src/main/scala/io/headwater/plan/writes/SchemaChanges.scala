package io.headwater.plan.writes

import java.lang.reflect.Method

import org.apache.spark.sql.connector.catalog.TableChange
import org.apache.spark.sql.types.StructType

/** The columns of a table after an `ALTER TABLE`, as Spark itself computes them from the changes in the plan. The function
  * is `private[sql]`, and Spark 3.3 calls it without the format of the table and the name of the statement.
  */
private[writes] object SchemaChanges {
  private val util = Class.forName("org.apache.spark.sql.connector.catalog.CatalogV2Util$")

  private val function: Method =
    util.getMethods.filter(_.getName == "applySchemaChanges").maxBy(_.getParameterCount)

  /** A format whose columns may have default values, which Spark checks. The catalog of a table decides for its own. */
  private val withDefaults = Some("parquet")

  def after(changes: Seq[TableChange], before: StructType): StructType = {
    val arguments = Seq[AnyRef](before, changes, withDefaults, "ALTER TABLE").take(function.getParameterCount)
    function.invoke(util.getField("MODULE$").get(null), arguments: _*).asInstanceOf[StructType]
  }
}

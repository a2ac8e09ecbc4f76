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

  /** @param provider
    *   the format of the table; Spark checks whether it supports default values
    */
  def after(changes: Seq[TableChange], before: StructType, provider: Option[String]): StructType = {
    val arguments = Seq[AnyRef](before, changes, provider, "ALTER TABLE").take(function.getParameterCount)
    function.invoke(util.getField("MODULE$").get(null), arguments: _*).asInstanceOf[StructType]
  }
}

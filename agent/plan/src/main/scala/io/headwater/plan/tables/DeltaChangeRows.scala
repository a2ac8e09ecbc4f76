package io.headwater.plan.tables

import org.apache.spark.sql.catalyst.expressions.Literal.TrueLiteral
import org.apache.spark.sql.catalyst.plans.logical.{OverwriteByExpression, V2WriteCommand}

/** Rows of the change feed of a Delta table. A write that replaces the rows of a condition writes them into files of their own,
  * and Spark's counts of its tasks have both. Other writes leave it to the readers to find the changes.
  */
object DeltaChangeRows {

  /** Whether Spark's counts may have such rows.
    *
    * @param options
    *   the options of the write
    * @param newest
    *   the newest version of the table that Delta has in memory
    */
  def mayCount(options: Map[String, String], newest: Option[DeltaSnapshot]): Boolean =
    hasCondition(options) && newest.forall(_.hasChangeFeed)

  def replacesByCondition(command: V2WriteCommand, options: Map[String, String]): Boolean = command match {
    case o: OverwriteByExpression if o.deleteExpr != TrueLiteral => true
    case _ => hasCondition(options)
  }

  private def hasCondition(options: Map[String, String]): Boolean =
    options.keys.exists(_.equalsIgnoreCase("replaceWhere"))
}

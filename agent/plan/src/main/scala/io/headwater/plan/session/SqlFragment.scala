package io.headwater.plan.session

import org.apache.spark.sql.catalyst.trees.Origin

/** The part of a SQL text that a node of a plan or an expression is made of, as `SQLQueryContext.fragment` of Spark 3.4 and
  * later.
  */
object SqlFragment {

  /** None for what a DataFrame made. */
  def of(origin: Origin): Option[String] = for {
    text <- origin.sqlText
    start <- origin.startIndex
    stop <- origin.stopIndex
  } yield text.slice(start, stop + 1)
}

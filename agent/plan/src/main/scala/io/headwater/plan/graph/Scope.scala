package io.headwater.plan.graph

import scala.collection.immutable.LongMap

/** The columns of a plan node as its parent sees them. A plan node that only passes columns on shares the map.
  *
  * @param columns
  *   the graph nodes of the columns by `ExprId`
  * @param rows
  *   the graph node of everything that decides which rows there are
  * @param order
  *   the graph node of the order inside of each partition (`SORT BY`, `sortWithinPartitions`). It decides nothing by itself,
  *   but it decides which rows a limit takes, and code that reads the rows of a partition may depend on it.
  */
final case class Scope(columns: LongMap[Int], rows: Int, order: Option[Int] = None) {
  def column(exprId: Long): Option[Int] = columns.get(exprId)
}

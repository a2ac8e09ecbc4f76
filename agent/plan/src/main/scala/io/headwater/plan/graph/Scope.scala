package io.headwater.plan.graph

import scala.collection.immutable.LongMap

/** The columns of a plan node as its parent sees them. A plan node that only passes columns on shares the map.
  *
  * @param columns
  *   the graph nodes of the columns by `ExprId`
  * @param rows
  *   the graph node of everything that decides which rows there are
  */
final case class Scope(columns: LongMap[Int], rows: Int) {
  def column(exprId: Long): Option[Int] = columns.get(exprId)
}

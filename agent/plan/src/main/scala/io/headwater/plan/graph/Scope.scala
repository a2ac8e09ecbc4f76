package io.headwater.plan.graph

import scala.collection.immutable.LongMap

/** What a plan node hands to the one above it: its columns by `ExprId` as nodes of the graph, and the node of all that
  * decides which rows there are. A node that passes its child's columns on shares the map.
  */
final case class Scope(columns: LongMap[Int], rows: Int) {
  def column(exprId: Long): Option[Int] = columns.get(exprId)
}

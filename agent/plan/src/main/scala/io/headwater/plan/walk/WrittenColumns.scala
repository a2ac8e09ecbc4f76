package io.headwater.plan.walk

import scala.collection.mutable

import io.headwater.model.FieldPath
import io.headwater.plan.graph.Graph

/** A column that a plan writes or returns, or a nested field of one, with its node of the graph. */
final case class WrittenColumn(name: String, fields: Vector[String], node: Int) {

  /** The name that an event has for it: `address.city`. */
  def path: String = FieldPath.dotted(name, fields)
}

/** The columns of a write and their nested fields. A name may have dots, so a part of one column can have the name of
  * another column; an event has one place for each name.
  *
  * @param columns
  *   each column, followed by the nested fields that it was built from; of several with one name, the column, or else the
  *   first field
  * @param hidden
  *   the names of the nested fields that are left out
  */
final case class WrittenColumns(write: Write, columns: Vector[WrittenColumn], hidden: Vector[String])

object WrittenColumns {
  def of(write: Write, graph: Graph): WrittenColumns = {
    val taken = mutable.HashSet.empty[String] ++ write.columns.map(_._1)
    val (kept, leftOut) = write.columns.flatMap { case (name, node) =>
      withFields(graph, node).map { case (fields, part) => WrittenColumn(name, fields, part) }
    }.partition(c => c.fields.isEmpty || taken.add(c.path))
    WrittenColumns(write, kept, leftOut.map(_.path).distinct)
  }

  /** A node, followed by the nested fields that it was built from, by their names below the column. */
  def withFields(
      graph: Graph,
      node: Int,
      path: Vector[String] = Vector.empty
  ): Vector[(Vector[String], Int)] =
    (path -> node) +: graph.fieldNames(node).flatMap(name =>
      withFields(graph, graph.child(node, name), path :+ name)
    )
}

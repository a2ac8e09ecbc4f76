package io.headwater.plan.sqltext

import io.headwater.model.DatasetId
import io.headwater.plan.graph.Graph

/** An item of a select list: a column, or a star over a table whose columns are unknown. */
private[sqltext] sealed trait SelectItem
private[sqltext] object SelectItem {
  final case class Column(name: String, node: Int) extends SelectItem

  /** All columns of a table.
    *
    * @param changed
    *   by column name in lower case: the new node of the column, or None if the star excludes it
    */
  final case class TableStar(table: DatasetId, changed: Map[String, Option[Int]] = Map.empty)
      extends SelectItem {

    /** The node of the column with this name; None if the star excludes it. */
    def node(name: String, graph: Graph): Option[Int] =
      changed.getOrElse(name.toLowerCase(java.util.Locale.ROOT), Some(graph.source(table, name)))
  }

  /** Columns of any name. All of them come from this node. */
  final case class AnyColumn(node: Int) extends SelectItem

  /** Columns of which nothing is known. */
  case object UnknownColumns extends SelectItem

  /** The columns that a natural join has merged, if they are not known: any name without a qualifier may be one of them. */
  case object MergedColumns extends SelectItem
}

/** What the columns of a relation are in the query that can use them. */
private[sqltext] sealed trait RelationRole {

  /** Whether these are aliases that come before columns of the same name. */
  def isFirst: Boolean = this match {
    case RelationRole.Aliases(first, _) => first
    case _ => false
  }
}
private[sqltext] object RelationRole {

  /** The columns of a relation of the `FROM` clause. */
  case object Table extends RelationRole

  /** The columns of `USING`, which stand for those of both sides. */
  case object Merged extends RelationRole

  /** Columns of the `SELECT` list of the same query, which come before all others. */
  case object Selected extends RelationRole

  /** Columns of the `SELECT` list of the same query that have an alias.
    *
    * @param first
    *   whether an alias comes before a column of the same name
    * @param columns
    *   the names, in lower case, that the tables of the query certainly have, too
    */
  final case class Aliases(first: Boolean, columns: Set[String]) extends RelationRole
}

/** A relation in a `FROM` clause.
  *
  * @param names
  *   the parts of its name or its alias
  * @param items
  *   its columns
  * @param role
  *   what the columns are in the query
  */
private[sqltext] final case class TextRelation(
    names: Vector[String],
    items: Vector[SelectItem],
    role: RelationRole = RelationRole.Table
) {

  /** Whether a qualifier means this relation: both `o` and `shop.o` mean the table `shop.o`. */
  def matches(qualifier: Vector[String]): Boolean =
    names.size >= qualifier.size && names.takeRight(qualifier.size).zip(qualifier).forall {
      case (a, b) => a.equalsIgnoreCase(b)
    }
}

/** The result of a part of a query.
  *
  * @param relations
  *   the relations whose columns the enclosing part can use
  * @param rows
  *   the node of the rows
  * @param fromRelations
  *   the relations of the `FROM` clause, and aliases that the argument of an aggregate can use, which `ORDER BY` and `HAVING` can
  *   name as well
  */
private[sqltext] final case class TextScope(
    relations: Vector[TextRelation],
    rows: Int,
    fromRelations: Vector[TextRelation] = Vector.empty
) {
  def items: Vector[SelectItem] = relations.flatMap(_.items)

  /** The columns, if all are known. */
  def columns: Option[Vector[SelectItem.Column]] = {
    val known = items.collect { case c: SelectItem.Column => c }
    if (known.size == items.size) Some(known) else None
  }
}

package io.headwater.plan.sqltext

import scala.collection.mutable

import io.headwater.model.{Certainty, DatasetId}
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.util.Iterators

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

/** A relation in a `FROM` clause.
  *
  * @param names
  *   the parts of its name or its alias
  * @param items
  *   its columns
  * @param merged
  *   whether these are the columns of `USING`, which stand for those of both sides
  * @param selected
  *   whether these are columns of the `SELECT` list of the same query
  */
private[sqltext] final case class TextRelation(
    names: Vector[String],
    items: Vector[SelectItem],
    merged: Boolean = false,
    selected: Boolean = false
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
  *   the relations of the `FROM` clause, which `ORDER BY` and `HAVING` can name as well
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

/** Resolves column names, from the innermost `FROM` clause outwards. */
private[sqltext] final class ColumnResolver(
    graph: Graph,
    fold: String => String,
    wholeRows: Boolean,
    sessionValues: Set[String] = Set.empty,
    whole: Option[(SelectItem.TableStar, Seq[String])] = None
) {
  import SelectItem._

  private val openNames = mutable.LinkedHashSet.empty[String]

  val unknown: Int = graph.derived(Vector.empty, Certainty.Unknown)

  /** The names without a qualifier that may belong to several tables. */
  def ambiguous: Vector[String] = openNames.toVector

  /** The nodes of all columns of an item. What a star has is only known if it is the whole query. */
  def nodes(item: SelectItem): Vector[Int] = item match {
    case Column(_, node) => Vector(node)
    case AnyColumn(node) => Vector(node)
    case star: TableStar => whole.filter(_._1 == star)
        .fold(Vector(unknown))(_._2.toVector.map(star.node(_, graph).getOrElse(unknown)))
    case _ => Vector(unknown)
  }

  /** The node of a column.
    *
    * @param parts
    *   the parts of its name
    * @param isWholeItem
    *   whether the name is the whole select item; then a name of a table means the column of that name
    *   rather than the row of the table
    */
  def node(parts: Vector[String], scopes: List[Vector[TextRelation]], isWholeItem: Boolean = false): Int = {
    val column = fold(parts(parts.size - 1))
    val qualifier = parts.dropRight(1).map(SparkText.table)
    if (qualifier.isEmpty && isSessionValue(parts(0), scopes)) graph.nothing
    else
      Iterators.first(scopes.tails.flatMap {
        case scope :: outer =>
          inScope(scope, qualifier, column, isWholeItem).map(found =>
            if (qualifier.isEmpty) unlessAmbiguous(found, column, scope, outer) else found
          )
        case Nil => None
      }).orElse(nestedField(parts, scopes)).getOrElse(unknown)
  }

  /** Whether the name, which is not quoted, is a value of the session or the number of the row. A column that the query
    * itself has named so comes first: `row_number() OVER () AS rownum` in a subquery.
    */
  private def isSessionValue(name: String, scopes: List[Vector[TextRelation]]): Boolean =
    sessionValues(name.toLowerCase(java.util.Locale.ROOT)) &&
      !scopes.exists(_.exists(_.items.exists(hasName(_, name))))

  /** A name in a subquery may belong to a query around it, if the columns of the subquery's own tables are not known. */
  private def unlessAmbiguous(
      found: Int,
      column: String,
      scope: Vector[TextRelation],
      outer: List[Vector[TextRelation]]
  ): Int = {
    val items = scope.flatMap(_.items)
    val isOwn = items.exists(hasName(_, column)) || !items.exists(_.isInstanceOf[TableStar])
    val isRow = scope.exists(_.matches(Vector(column)))
    val isAmbiguous = found != unknown && !isOwn && outer.exists(columnIn(_, Vector.empty, column).isDefined)
    if (isAmbiguous || (found == unknown && !isRow)) openNames += column
    if (isAmbiguous) graph.derived(Vector(Edge(found, Kinds.identity)), Certainty.Unknown) else found
  }

  /** A field of a column: `o.address.city`. */
  private def nestedField(parts: Vector[String], scopes: List[Vector[TextRelation]]): Option[Int] =
    if (parts.size < 3 || !scopes.exists(_.exists(_.matches(parts.take(1).map(SparkText.table))))) None
    else Some(graph.derived(Vector(Edge(node(parts.take(2), scopes), Kinds.transformation))))

  /** The column within one `FROM` clause. None if the clause cannot have such a column; `unknown` if the
    * column is one of several.
    */
  private def inScope(
      scope: Vector[TextRelation],
      qualifier: Vector[String],
      column: String,
      isWholeItem: Boolean
  ): Option[Int] = {
    val alias = if (qualifier.isEmpty) scope.filter(_.matches(Vector(column))) else Vector.empty
    val rows = alias.flatMap(_.items).collect { case AnyColumn(node) => node }
    val row = wholeRows && alias.exists(r => !isWholeItem || !r.items.exists(isTableNamed(_, column)))
    if (rows.size == 1) Some(rows(0))
    else if (row && !scope.exists(_.items.exists(hasName(_, column)))) Some(unknown)
    else columnIn(scope, qualifier, column)
  }

  private def isTableNamed(item: SelectItem, name: String): Boolean = item match {
    case o: TableStar => o.table.name.split('.').lastOption.exists(_.equalsIgnoreCase(name))
    case _ => false
  }

  private def hasName(item: SelectItem, column: String): Boolean = item match {
    case Column(name, _) => name.equalsIgnoreCase(column)
    case _ => false
  }

  private def columnIn(
      scope: Vector[TextRelation],
      qualifier: Vector[String],
      column: String
  ): Option[Int] = {
    val items = (if (qualifier.isEmpty) scope else scope.filter(_.matches(qualifier))).flatMap(_.items)
    val named = items.collect { case Column(name, node) if name.equalsIgnoreCase(column) => node }.distinct
    val open = items.collect { case o: TableStar => o.node(column, graph) }.flatten.distinct
    val every = items.collect { case AnyColumn(node) => node }.distinct
    val merged = items.contains(MergedColumns)
    val hidden = items.contains(UnknownColumns) || every.size > 1 || (every.nonEmpty && open.nonEmpty)
    if (merged) Some(unknown)
    else if (named.size == 1) Some(named(0))
    else if (named.size > 1) Some(graph.derived(named.map(Edge(_, Kinds.identity))))
    else if (open.size + every.size == 1 && !hidden) (open ++ every).headOption
    else if (open.nonEmpty || hidden) Some(unknown)
    else None
  }
}

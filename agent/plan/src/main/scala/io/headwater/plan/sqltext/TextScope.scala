package io.headwater.plan.sqltext

import io.headwater.model.{Certainty, DatasetId, Kind}
import io.headwater.plan.graph.{Edge, Graph, Kinds}

/** A column of a query in text, or a star over a table whose columns nobody has told. */
private[sqltext] sealed trait SelectItem
private[sqltext] object SelectItem {
  final case class Column(name: String, node: Int) extends SelectItem

  /** All columns of a table; of those in `changed`, by their names in lower case, the node, or none where it is left out. */
  final case class TableStar(table: DatasetId, changed: Map[String, Option[Int]] = Map.empty) extends SelectItem {

    /** The column of this name, if it is one. */
    def node(name: String, graph: Graph): Option[Int] =
      changed.getOrElse(name.toLowerCase(java.util.Locale.ROOT), Some(graph.source(table, name)))
  }

  /** Columns of any name, all of which come from this node. */
  final case class AnyColumn(node: Int) extends SelectItem

  /** Columns of which nothing is known. */
  case object UnknownColumns extends SelectItem
}

/** What stands in a `FROM`: the names that it goes by and what it has. */
private[sqltext] final case class TextRelation(names: Vector[String], items: Vector[SelectItem]) {

  /** `o` and `shop.o` both mean the table `shop.o`. */
  def matches(qualifier: Vector[String]): Boolean =
    names.size >= qualifier.size && names.takeRight(qualifier.size).zip(qualifier).forall {
      case (a, b) => a.equalsIgnoreCase(b)
    }
}

/** What a part of a query hands to the one around it. `beneath`: what else an `ORDER BY` or `HAVING` may name. */
private[sqltext] final case class TextScope(
    relations: Vector[TextRelation],
    rows: Int,
    fromRelations: Vector[TextRelation] = Vector.empty
) {
  def items: Vector[SelectItem] = relations.flatMap(_.items)
}

/** Finds the column that a name means, from the innermost `FROM` outwards. */
private[sqltext] final class ScopeNames(
    graph: Graph,
    fold: String => String,
    wholeRows: Boolean,
    sessionValues: Set[String] = ScopeNames.sessionValues
) {
  import SelectItem._

  val unknown: Int = graph.derived(Vector.empty, Certainty.Unknown)

  /** `alone`: it is all that is selected, so that a table's own name is rather the column that the table is named for. */
  def node(parts: Vector[String], scopes: List[Vector[TextRelation]], isWholeItem: Boolean = false): Int = {
    val column = fold(parts(parts.size - 1))
    val qualifier = parts.dropRight(1).map(SparkText.table)
    if (qualifier.isEmpty && sessionValues(column.toLowerCase(java.util.Locale.ROOT))) graph.nothing
    else
      scopes.iterator.flatMap(inScope(_, qualifier, column, isWholeItem)).take(1).toVector.headOption
        .orElse(nestedField(parts, scopes)).getOrElse(unknown)
  }

  /** `o.address.city`: a field of a column of `o`. */
  private def nestedField(parts: Vector[String], scopes: List[Vector[TextRelation]]): Option[Int] =
    if (parts.size < 3 || !scopes.exists(_.exists(_.matches(parts.take(1).map(SparkText.table))))) None
    else Some(graph.derived(Vector(Edge(node(parts.take(2), scopes), Kinds.of(Kind.Transformation)))))

  /** None where the scope cannot have such a column; `unknown` where it is one of several. */
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

  private def columnIn(scope: Vector[TextRelation], qualifier: Vector[String], column: String): Option[Int] = {
    val items = (if (qualifier.isEmpty) scope else scope.filter(_.matches(qualifier))).flatMap(_.items)
    val named = items.collect { case Column(name, node) if name.equalsIgnoreCase(column) => node }.distinct
    val open = items.collect { case o: TableStar => o.node(column, graph) }.flatten.distinct
    val every = items.collect { case AnyColumn(node) => node }.distinct
    val hidden = items.contains(UnknownColumns) || every.size > 1 || (every.nonEmpty && open.nonEmpty)
    if (named.size == 1) Some(named(0))
    else if (named.size > 1) Some(graph.derived(named.map(Edge(_, Kinds.identity))))
    else if (open.size + every.size == 1 && !hidden) (open ++ every).headOption
    else if (open.nonEmpty || hidden) Some(unknown)
    else None
  }
}

private[sqltext] object ScopeNames {

  /** Words that look like columns and are values of the session or the row's number. */
  private val sessionValues = Set(
    "current_catalog",
    "current_date",
    "current_role",
    "current_schema",
    "current_time",
    "current_timestamp",
    "current_user",
    "level",
    "localtime",
    "localtimestamp",
    "rownum",
    "session_user",
    "sysdate",
    "systimestamp",
    "user"
  )
}

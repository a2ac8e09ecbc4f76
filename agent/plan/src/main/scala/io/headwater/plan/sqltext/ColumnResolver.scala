package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import scala.collection.mutable

import io.headwater.model.Certainty
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.util.Iterators

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
  private val doubtfulEdges = mutable.HashSet.empty[(Int, Int)]

  val unknown: Int = graph.derived(Vector.empty, Certainty.Unknown)

  /** The names without a qualifier that may belong to several tables. */
  def ambiguous: Vector[String] = openNames.toVector

  /** The edges to columns that the name of an unknown node may mean, but that need not exist. */
  def doubtful: Set[(Int, Int)] = doubtfulEdges.toSet

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
    sessionValues(name.toLowerCase(ROOT)) &&
      !scopes.exists(_.exists(_.items.exists(hasName(_, name))))

  /** A name in a subquery may belong to a query around it, if the columns of the subquery's own tables are not known. */
  private def unlessAmbiguous(
      found: Int,
      column: String,
      scope: Vector[TextRelation],
      outer: List[Vector[TextRelation]]
  ): Int = {
    val items = tables(scope).flatMap(_.items)
    val isOwn = items.exists(hasName(_, column)) || !items.exists(_.isInstanceOf[TableStar]) ||
      scope.exists(r => r.role.isFirst && r.items.exists(hasName(_, column)))
    val isRow = scope.exists(_.matches(Vector(column)))
    val isAmbiguous = found != unknown && !isOwn && outer.exists(columnIn(_, Vector.empty, column).isDefined)
    if (isAmbiguous || (found == unknown && !isRow)) openNames += column
    if (isAmbiguous) uncertain(Vector.empty, Some(found)) else found
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
    val found = columnOfTables(tables(scope), qualifier, column)
    scope.map(r => r -> r.role).collectFirst {
      case (r, role: RelationRole.Aliases) if qualifier.isEmpty =>
        val named = r.items.filter(hasName(_, column)).collect { case c: Column => c }
        val meant = named.filter(_.name == column || !role.first).map(_.node).distinct
        val isColumn = role.columns(column.toLowerCase(ROOT)) ||
          tables(scope).exists(_.items.exists(hasName(_, column)))
        if (meant.isEmpty) found else aliasOrColumn(meant, found, column, role.first, isColumn)
    }.getOrElse(found)
  }

  private def tables(scope: Vector[TextRelation]): Vector[TextRelation] =
    scope.filterNot(_.role.isInstanceOf[RelationRole.Aliases])

  /** What a name means that is an alias of the same query, and maybe a column.
    *
    * @param meant
    *   the nodes of the aliases with this name
    * @param found
    *   the node of the column, if the tables can have it
    * @param isColumn
    *   whether they certainly have it
    */
  private def aliasOrColumn(
      meant: Vector[Int],
      found: Option[Int],
      column: String,
      aliasFirst: Boolean,
      isColumn: Boolean
  ): Option[Int] = {
    val isAlias = meant.size == 1 && (aliasFirst || found.forall(_ == meant(0)))
    if (isAlias) Some(meant(0))
    else if (isColumn && found.nonEmpty && !aliasFirst) found
    else {
      openNames += column
      Some(uncertain(meant, if (aliasFirst) None else found))
    }
  }

  /** An unknown node that may be any of these. */
  private def uncertain(meant: Vector[Int], found: Option[Int]): Int = {
    val node = graph.derived(graph.edgesTo(meant ++ found, Kinds.identity), Certainty.Unknown)
    doubtfulEdges ++= found.map(node -> _)
    node
  }

  private def columnOfTables(
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

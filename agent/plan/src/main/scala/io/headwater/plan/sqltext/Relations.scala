package io.headwater.plan.sqltext

import io.headwater.model.{Certainty, DatasetId}
import io.headwater.plan.walk.{Edge, Graph, Kinds}

/** A column of a query in text, or a star over a table whose columns nobody has told. */
private[sqltext] sealed trait Item
private[sqltext] object Item {
  final case class Named(name: String, node: Int) extends Item

  /** All columns of a table. */
  final case class Open(table: DatasetId) extends Item

  /** Columns of which nothing is known. */
  case object Hidden extends Item
}

/** What stands in a `FROM`: the names that it goes by and what it has. */
private[sqltext] final case class Relation(names: Vector[String], items: Vector[Item]) {

  /** `o` and `shop.o` both mean the table `shop.o`. */
  def is(qualifier: Vector[String]): Boolean =
    names.size >= qualifier.size && names.takeRight(qualifier.size).zip(qualifier).forall {
      case (a, b) => a.equalsIgnoreCase(b)
    }
}

/** What a part of a query hands to the one around it. `beneath`: what else an `ORDER BY` or `HAVING` may name. */
private[sqltext] final case class Frame(
    ranges: Vector[Relation],
    rows: Int,
    beneath: Vector[Relation] = Vector.empty
) {
  def items: Vector[Item] = ranges.flatMap(_.items)
}

/** Finds the column that a name means, from the innermost `FROM` outwards. */
private[sqltext] final class Names(graph: Graph, fold: String => String) {
  import Item._

  val unknown: Int = graph.derived(Vector.empty, Certainty.Unknown)

  def node(parts: Vector[String], scopes: List[Vector[Relation]]): Int = {
    val column = fold(parts(parts.size - 1))
    val qualifier = parts.dropRight(1).map(SparkText.table)
    if (qualifier.isEmpty && Names.values(column.toLowerCase(java.util.Locale.ROOT))) graph.nothing
    else scopes.iterator.flatMap(in(_, qualifier, column)).take(1).toVector.headOption.getOrElse(unknown)
  }

  /** None where the scope cannot have such a column; `unknown` where it is one of several. */
  private def in(scope: Vector[Relation], qualifier: Vector[String], column: String): Option[Int] = {
    val items = (if (qualifier.isEmpty) scope else scope.filter(_.is(qualifier))).flatMap(_.items)
    val named = items.collect { case Named(name, node) if name.equalsIgnoreCase(column) => node }.distinct
    val open = items.collect { case Open(table) => table }.distinct
    val hidden = items.contains(Hidden)
    if (named.size == 1) Some(named(0))
    else if (named.size > 1) Some(graph.derived(named.map(Edge(_, Kinds.identity))))
    else if (open.size == 1 && !hidden) Some(graph.source(open(0), column))
    else if (open.nonEmpty || hidden) Some(unknown)
    else None
  }
}

private[sqltext] object Names {

  /** Words that look like columns and are values of the session or the row's number. */
  private val values = Set(
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

package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression}

import io.headwater.plan.sqltext.tokens.SqlDialect

/** The aliases of a `SELECT` list that other parts of the same query may use: `SELECT price * qty AS gross, gross * 0.19 AS tax`.
  */
private[sqltext] final class SelectAliases(dialect: SqlDialect, val fold: String => String, unknown: Int) {
  import SelectItem.Column

  /** Whether an alias comes before a column of the same name. */
  val first: Boolean = dialect.aliases == SqlDialect.BeforeColumns

  /** Whether an item of the list can use the aliases before it. */
  val inList: Boolean = dialect.aliases != SqlDialect.NoAliases

  /** Whether `WHERE` and the conditions of joins can use the aliases, too. */
  val inClauses: Boolean = first || dialect.aliases == SqlDialect.InClauses

  /** Whether a name of the query is that of an alias. */
  def isNamed(alias: Alias, name: String): Boolean =
    if (dialect.ignoresCase) alias.name.equalsIgnoreCase(name) else fold(alias.name) == fold(name)

  /** Aliases as a relation of a scope.
    *
    * @param columns
    *   see [[columnsIn]]
    */
  def relation(aliases: Vector[Column], columns: => Set[String]): Vector[TextRelation] =
    if (inList) inGroups(aliases, columns) else Vector.empty

  /** Aliases as a relation of a name in `GROUP BY`, which any database may read as an alias. */
  def inGroups(aliases: Vector[Column], columns: => Set[String]): Vector[TextRelation] =
    if (aliases.isEmpty) Vector.empty
    else Vector(TextRelation(Vector.empty, aliases, RelationRole.Aliases(first, columns)))

  /** The aliases while the `FROM` clause is read. What they depend on is not known yet. */
  def inFrom(list: Seq[Expression]): Vector[TextRelation] =
    if (inClauses) relation(unread(list), columnsIn(list, Vector.empty)) else Vector.empty

  /** The aliases that an item of the list can use: those before it, or all others.
    *
    * @param before
    *   the aliases before it
    */
  def ofItem(
      list: Vector[Expression],
      index: Int,
      before: Vector[Column],
      columns: => Set[String]
  ): Vector[TextRelation] =
    relation(before ++ (if (first) unread(list.drop(index + 1)) else Vector.empty), columns)

  /** Aliases of items that have not been read. */
  private def unread(list: Seq[Expression]): Vector[Column] =
    list.toVector.collect { case a: Alias => Column(fold(a.name), unknown) }

  /** The names in lower case of the aliases whose own expression uses a column of the same name: `lower(name) AS name`. So there
    * is such a column.
    *
    * @param from
    *   the relations of the `FROM` clause
    */
  def columnsIn(list: Seq[Expression], from: Vector[TextRelation]): Set[String] =
    list.collect { case a: Alias => fold(a.name).toLowerCase(ROOT) -> usesColumn(a, from) }.groupBy(_._1)
      .collect { case (name, all) if all.forall(_._2) => name }.toSet

  private def usesColumn(alias: Alias, from: Vector[TextRelation]): Boolean = alias.child.exists {
    case a: UnresolvedAttribute =>
      val qualifier = a.nameParts.toVector.dropRight(1).map(SparkText.table)
      fold(a.nameParts.last).equalsIgnoreCase(fold(alias.name)) &&
      (qualifier.isEmpty || from.exists(_.matches(qualifier)))
    case _ => false
  }
}

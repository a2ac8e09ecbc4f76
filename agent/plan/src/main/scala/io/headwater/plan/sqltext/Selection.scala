package io.headwater.plan.sqltext

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression}

/** A `SELECT` list that has been read.
  *
  * @param from
  *   the scope of the `FROM` clause
  * @param items
  *   the columns of the list
  * @param named
  *   those that have an alias
  * @param rows
  *   the node of the rows
  */
private[sqltext] final case class Selection(
    list: Vector[Expression],
    from: TextScope,
    items: Vector[SelectItem],
    named: Vector[SelectItem.Column],
    rows: Int,
    aliases: SelectAliases
) {
  private lazy val columns = aliases.columnsIn(list, from.relations)
  private def fold = aliases.fold

  /** The columns and the rows. `HAVING` and `ORDER BY` can use the aliases also as the argument of an aggregate, but for those of
    * aggregates.
    */
  def scope: TextScope = {
    val arguments = list.collect { case a: Alias => a }.zip(named).filterNot(n => isOfGroups(n._1)).map(_._2)
    TextScope(
      Vector(TextRelation(Vector.empty, items)),
      rows,
      from.relations ++ aliases.relation(arguments, columns)
    )
  }

  /** The relations of the `FROM` clause and all aliases. */
  def withAliases: Vector[TextRelation] = from.relations ++ aliases.relation(named, columns)

  /** The relations that an item of the list can use. */
  private def ofItem(item: Expression): Vector[TextRelation] = {
    val index = list.indexWhere(_ eq item)
    val before = list.take(index).count(_.isInstanceOf[Alias])
    from.relations ++ aliases.ofItem(list, index, named.take(before), columns)
  }

  /** What an expression of `GROUP BY` means, and the relations that it can use. An alias means its item if the query could not be
    * valid otherwise: if the tables had a column of this name, the item would use a column that is not grouped. The alias of an
    * aggregate or of a window is never meant. Where neither is clear, the name is an alias as well as a column.
    *
    * @param grouping
    *   all expressions of `GROUP BY`
    */
  def grouped(e: Expression, grouping: Seq[Expression]): (Expression, Vector[TextRelation]) =
    if (list.exists(_ eq e)) (e, ofItem(e))
    else
      SelectLists.byAlias(e, list, aliases) match {
        case a: Alias if aliases.first => (a, ofItem(a))
        case a: Alias if isOfGroups(a) => (e, from.relations)
        case a: Alias if usesOthers(a, grouping) => (a, ofItem(a))
        case _: Alias => (e, from.relations ++ aliases.inGroups(named, columns))
        case _ => (e, withAliases)
      }

  /** Whether the item is computed of the groups: an aggregate or a window. */
  private def isOfGroups(item: Alias): Boolean =
    ParsedExpressions.isAggregate(item) || SelectLists.hasWindow(item)

  private def usesOthers(alias: Alias, grouping: Seq[Expression]): Boolean = {
    val others = grouping.flatMap(columnName).filterNot(_.equalsIgnoreCase(fold(alias.name)))
    alias.child.exists(columnName(_).exists(name => !others.exists(_.equalsIgnoreCase(name))))
  }

  private def columnName(e: Expression): Option[String] = e match {
    case a: UnresolvedAttribute => Some(fold(a.nameParts.last))
    case _ => None
  }
}

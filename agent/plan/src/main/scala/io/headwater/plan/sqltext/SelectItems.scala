package io.headwater.plan.sqltext

import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression}

import io.headwater.plan.sqltext.SelectLists.{AliasAssignment, StarModifier}
import io.headwater.plan.sqltext.tokens.SqlDialect

/** Reads the items of a `SELECT` list. */
private[sqltext] final class SelectItems(
    dialect: SqlDialect,
    fold: String => String,
    expressions: ParsedExpressions,
    joinedScopes: JoinedScopes,
    starModifiers: StarModifiers,
    aliases: SelectAliases
) {
  import SelectItem._

  private type Outer = List[Vector[TextRelation]]

  /** The items, with the rows of the `FROM` clause. */
  def apply(list: Vector[Expression], from: TextScope, outer: Outer): Selection = {
    lazy val columns = aliases.columnsIn(list, from.relations)
    val none = (Vector.empty[Vector[SelectItem]], Vector.empty[Column])
    val (items, named) = list.zipWithIndex.foldLeft(none) { case ((previous, named), (e, index)) =>
      val scopes = (from.relations ++ aliases.ofItem(list, index, named, columns)) :: outer
      (previous, e) match {
        case (before :+ star, StarModifier(modifier, changed)) =>
          (before :+ starModifiers(star, modifier, changed)(expressions.node(_, scopes)), named)
        case _ =>
          val items = item(e, from, scopes)
          (previous :+ items, named ++ aliased(e, items))
      }
    }
    Selection(list, from, items.flatten, named, from.rows, aliases)
  }

  private def aliased(e: Expression, items: Vector[SelectItem]): Vector[Column] = e match {
    case _: Alias => items.collect { case c: Column => c }
    case _ => Vector.empty
  }

  private def item(e: Expression, from: TextScope, scopes: Outer): Vector[SelectItem] = e match {
    case s: UnresolvedStar =>
      val target = s.target.toVector.flatMap(_.map(SparkText.table))
      if (target.isEmpty) joinedScopes.allColumns(from)
      else from.relations.filter(_.matches(target)).flatMap(_.items)
    case _: Star => Vector(UnknownColumns)
    case a: Alias => Vector(Column(fold(a.name), expressions.node(a, scopes)))
    case a: UnresolvedAttribute => Vector(Column(fold(a.nameParts.last), expressions.node(a, scopes)))
    case a: UnresolvedAlias => item(a.child, from, scopes)
    case e: UnresolvedExtractValue => // a cast keeps the name of the column
      val named = item(e.child, from, scopes).collect { case n: Column => n.name }
      Vector(Column(named.mkString, expressions.node(e, scopes)))
    case AliasAssignment(name, value) if dialect.family == SqlDialect.SqlServer =>
      Vector(Column(fold(name), expressions.node(value, scopes)))
    case other => Vector(Column("", expressions.node(other, scopes)))
  }
}

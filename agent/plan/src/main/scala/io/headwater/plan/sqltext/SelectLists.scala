package io.headwater.plan.sqltext

import org.apache.spark.sql.catalyst.analysis.{
  Star,
  UnresolvedAlias,
  UnresolvedAttribute,
  UnresolvedFunction,
  UnresolvedOrdinal
}
import org.apache.spark.sql.catalyst.expressions.{
  Alias,
  CreateNamedStruct,
  EqualTo,
  Expression,
  Literal,
  SubqueryExpression,
  UnresolvedWindowExpression,
  WindowExpression
}
import org.apache.spark.sql.catalyst.plans.logical._

import io.headwater.plan.sqltext.rewrite.DialectRewrites

/** Resolves references of other clauses to the columns of the `SELECT` list. */
private[sqltext] object SelectLists {

  /** The second column for `GROUP BY 2`. */
  def ordinal(e: Expression, list: Seq[Expression]): Expression = e match {
    case Literal(i: Int, _) if list.take(i).exists(_.exists(_.isInstanceOf[Star])) => UnresolvedOrdinal(i)
    case Literal(i: Int, _) => list.lift(i - 1).getOrElse(e)
    case other => other
  }

  def byAlias(e: Expression, list: Seq[Expression], aliases: SelectAliases): Expression = e match {
    case a: UnresolvedAttribute if a.nameParts.size == 1 =>
      list.collectFirst { case alias: Alias if aliases.isNamed(alias, a.nameParts.last) => alias }.getOrElse(
        a
      )
    case other => other
  }

  /** Whether the expression has a window. */
  def hasWindow(e: Expression): Boolean = e.exists {
    case _: WindowExpression | _: UnresolvedWindowExpression => true
    case _ => false
  }

  /** The columns of `DISTINCT ON (…)`. Several columns arrive as one struct. */
  def distinctOnColumns(hint: UnresolvedHint): Seq[Expression] =
    hint.parameters.collect { case e: Expression => e }
      .flatMap { case s: CreateNamedStruct => s.valExprs; case e => Seq(e) }

  /** The queries within the expressions of a node, such as the arguments of a table function. */
  def subqueries(plan: LogicalPlan): Seq[LogicalPlan] =
    plan.expressions.flatMap(_.collect { case s: SubqueryExpression => s.plan })

  /** Whether the expression is the `ALL` of `GROUP BY ALL` or `ORDER BY ALL`. */
  def isAll(e: Expression): Boolean = e match {
    case a: UnresolvedAttribute => a.nameParts.size == 1 && a.nameParts.head.equalsIgnoreCase("all")
    case _ => false
  }

  /** The modifier of the star before it and the columns that it changes; see [[DialectRewrites.starExcept]]
    * and the functions beside it.
    */
  object StarModifier {
    private val modifiers =
      Set(DialectRewrites.starExcept, DialectRewrites.starReplace, DialectRewrites.starRename)

    def unapply(e: Expression): Option[(String, Seq[Expression])] = e match {
      case a: UnresolvedAlias => unapply(a.child)
      case f: UnresolvedFunction if f.nameParts.size == 1 && modifiers(f.nameParts.head) =>
        Some(f.nameParts.head -> f.arguments.collect { case s: CreateNamedStruct => s.valExprs }.flatten)
      case _ => None
    }
  }

  /** SQL Server's form of an alias, `name = value`. */
  object AliasAssignment {
    def unapply(e: Expression): Option[(String, Expression)] = e match {
      case e: EqualTo => Some(e.left).collect {
          case a: UnresolvedAttribute if a.nameParts.size == 1 => a.nameParts.head -> e.right
        }
      case _ => None
    }
  }
}

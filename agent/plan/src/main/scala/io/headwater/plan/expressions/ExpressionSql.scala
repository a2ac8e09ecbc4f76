package io.headwater.plan.expressions

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, Expression, PrettyAttribute}

import io.headwater.model.Kind

/** The SQL of expressions, for descriptions. */
object ExpressionSql {

  /** Longer SQL is cut to this number of characters. */
  private val maxLength = 1000

  /** An expression with more subexpressions has no SQL, because Spark's `sql` is recursive. */
  private val maxExpressions = 500

  /** The SQL of an expression: `sum(o.amount)`.
    *
    * @param definition
    *   the SQL of a column that the plan computes; the column is replaced by it
    * @return
    *   None if the expression is too large or has no SQL
    */
  def of(expression: Expression)(definition: Attribute => Option[String]): Option[String] = expression match {
    case alias: Alias => of(alias.child)(definition)
    case e if isLarge(e) => None
    case e => Try(sql(e, definition)).toOption
  }

  private def sql(e: Expression, definition: Attribute => Option[String]): String = {
    val expanded = e.transform { case a: Attribute =>
      definition(a).fold(a: Expression)(PrettyAttribute(_, a.dataType))
    }.sql
    cut(if (expanded.length <= maxLength) expanded else e.sql)
  }

  /** The SQL of the clause by which a node decides rows: `WHERE …`, `GROUP BY a, b`.
    *
    * @param join
    *   the type of a join; a table function has none, so it has no clause
    */
  def rows(kind: Kind, join: Option[String], expressions: Seq[String]): Option[String] = {
    val clause = kind match {
      case Kind.Filter => Some("WHERE " + expressions.mkString(" AND "))
      case Kind.GroupBy => Some("GROUP BY " + expressions.mkString(", "))
      case Kind.Sort => Some("ORDER BY " + expressions.mkString(", "))
      case Kind.Join => join.map(joinType => s"$joinType JOIN ON ${expressions.mkString(" AND ")}")
      case _ => None
    }
    clause.filter(_ => expressions.nonEmpty).map(cut)
  }

  private def cut(text: String): String = if (text.length <= maxLength) text else text.take(maxLength) + "…"

  private def isLarge(expression: Expression): Boolean = {
    val stack = mutable.ArrayBuffer(expression)
    var count = 0
    while (stack.nonEmpty && count <= maxExpressions) {
      stack ++= stack.remove(stack.size - 1).children
      count += 1
    }
    count > maxExpressions
  }
}

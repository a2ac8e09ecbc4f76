package io.headwater.plan.expressions

import scala.collection.mutable
import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, Expression, PrettyAttribute}

import io.headwater.model.Kind

/** Expressions as SQL. A column that is computed further down stands there as what it is computed as. */
object ExpressionSql {

  /** A text of more characters is cut. */
  private val longest = 1000

  /** An expression of more parts has no text: making one takes a stack as deep. */
  private val most = 500

  /** `sum(o.amount)`; none where it is too large, or has no SQL: lineage does not fail for want of a text. */
  def of(expression: Expression)(text: Attribute => Option[String]): Option[String] = expression match {
    case alias: Alias => of(alias.child)(text)
    case e if isLarge(e) => None
    case e => Try(sql(e, text)).toOption
  }

  private def sql(e: Expression, text: Attribute => Option[String]): String = {
    val whole = e.transform { case a: Attribute =>
      text(a).fold(a: Expression)(PrettyAttribute(_, a.dataType))
    }.sql
    cut(if (whole.length <= longest) whole else e.sql)
  }

  /** What a node does with rows: `WHERE …`, `GROUP BY a, b`. `join`: how a join is called; a table function has no such
    * words.
    */
  def rows(kind: Kind, join: Option[String], parts: Seq[String]): Option[String] = {
    val words = kind match {
      case Kind.Filter => Some("WHERE " + parts.mkString(" AND "))
      case Kind.GroupBy => Some("GROUP BY " + parts.mkString(", "))
      case Kind.Sort => Some("ORDER BY " + parts.mkString(", "))
      case Kind.Join => join.map(how => s"$how JOIN ON ${parts.mkString(" AND ")}")
      case _ => None
    }
    words.filter(_ => parts.nonEmpty).map(cut)
  }

  private def cut(text: String): String = if (text.length <= longest) text else text.take(longest) + "…"

  private def isLarge(expression: Expression): Boolean = {
    val open = mutable.ArrayBuffer(expression)
    var seen = 0 // until it is too many
    while (open.nonEmpty && seen <= most) {
      open ++= open.remove(open.size - 1).children
      seen += 1
    }
    seen > most
  }
}

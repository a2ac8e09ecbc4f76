package io.headwater.plan.sqltext

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.sqltext.tokens.{ForeignKeywords, SqlDialect, Token}

/** A database's query in words that Spark's own parser reads: names in backticks, literals in single quotes. */
private[sqltext] object SparkText {

  /** Stands before a name that was quoted, so that it is not folded. */
  private val quotedMarker = "\u0001"

  /** None where the query has words that Spark's SQL does not, or that mean something else there; `tokens` as Spark says
    * them ([[rewrite.DialectRewrites]]).
    */
  def parse(tokens: Vector[Token]): Option[LogicalPlan] =
    try if (ForeignKeywords.anyIn(tokens)) None
      else Some(CatalystSqlParser.parsePlan(tokens.map(render).mkString(" ")))
    catch {
      case NonFatal(_) => None
      case _: StackOverflowError => None // the parser's own recursion
    }

  /** A column's name as the database has it. */
  def column(name: String, dialect: SqlDialect): String =
    if (name.startsWith(quotedMarker)) name.stripPrefix(quotedMarker) else dialect.foldCase(name)

  /** A table's name as the user wrote it. */
  def table(name: String): String = name.stripPrefix(quotedMarker)

  /** Spark has fewer letters in names without quotes than most. */
  private def isNameCharacter(c: Char): Boolean = c == '_' || (c < 128 && Character.isLetterOrDigit(c))

  private def render(token: Token): String = token match {
    case Token.Word(text) => if (text.forall(isNameCharacter)) text else s"`${text.replace("`", "``")}`"
    case Token.Sign(text) => text
    case Token.Quoted(name) => s"`$quotedMarker${name.replace("`", "``")}`"
    case Token.Literal(content) if content.exists(c => c == '\\' || c == '\'') => "'text'"
    case Token.Literal(content) => s"'$content'"
  }
}

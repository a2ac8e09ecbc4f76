package io.headwater.plan.sqltext

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.sqltext.tokens.{ForeignKeywords, SqlDialect, Token}

/** Renders the tokens of a query as text for Spark's parser: names in backticks, literals in single quotes.
  */
private[sqltext] object SparkText {

  /** The prefix of a name that was quoted. Such a name keeps its case. */
  private val quotedMarker = "\u0001"

  /** The parser's tree of more would take hundreds of megabytes. */
  private val maxTokens = 100000

  /** The unresolved plan. None if the query has words that Spark's SQL does not have, or that have another
    * meaning there, or if it is very long.
    *
    * @param tokens
    *   the query after the rewrites of [[rewrite.DialectRewrites]]
    */
  def parse(tokens: Vector[Token]): Option[LogicalPlan] =
    try if (tokens.size > maxTokens || ForeignKeywords.anyIn(tokens)) None
      else Some(CatalystSqlParser.parsePlan(tokens.map(render).mkString(" ")))
    catch {
      case NonFatal(_) => None
      case _: StackOverflowError => None // the recursion of the parser
    }

  /** The name of a column, in the case that the database stores. */
  def column(name: String, dialect: SqlDialect): String =
    if (name.startsWith(quotedMarker)) name.stripPrefix(quotedMarker) else dialect.foldCase(name)

  /** The name of a table as the user wrote it. */
  def table(name: String): String = name.stripPrefix(quotedMarker)

  /** Whether Spark allows the character in a name without quotes. Most databases allow more characters. */
  private def isNameCharacter(c: Char): Boolean = c == '_' || (c < 128 && Character.isLetterOrDigit(c))

  private def render(token: Token): String = token match {
    case Token.Word(text) => if (text.forall(isNameCharacter)) text else s"`${text.replace("`", "``")}`"
    case Token.Sign(text) => text
    case Token.Quoted(name) => s"`$quotedMarker${name.replace("`", "``")}`"
    case Token.Literal(content) if content.exists(c => c == '\\' || c == '\'') => "'text'"
    case Token.Literal(content) => s"'$content'"
  }
}

package io.headwater.plan.sqltext

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.sqltext.tokens.{ForeignKeywords, SqlDialect, Token}

/** A database's query in words that Spark's own parser reads: names in backticks, literals in single quotes. */
private[sqltext] object SparkText {

  /** Stands before a name that was quoted, so that it is not folded. */
  private val asIs = "\u0001"

  /** None where the query has words that Spark's SQL does not, or that mean something else there; `tokens` as Spark says
    * them ([[idioms.Idioms]]).
    */
  def parse(tokens: Vector[Token]): Option[LogicalPlan] =
    try if (ForeignKeywords.in(tokens)) None
      else Some(CatalystSqlParser.parsePlan(tokens.map(written).mkString(" ")))
    catch {
      case NonFatal(_) => None
      case _: StackOverflowError => None // the parser's own recursion
    }

  /** A column's name as the database has it. */
  def column(name: String, dialect: SqlDialect): String =
    if (name.startsWith(asIs)) name.stripPrefix(asIs) else dialect.fold(name)

  /** A table's name as the user wrote it. */
  def table(name: String): String = name.stripPrefix(asIs)

  /** Spark has fewer letters in names without quotes than most. */
  private def simple(c: Char): Boolean = c == '_' || (c < 128 && Character.isLetterOrDigit(c))

  private def written(token: Token): String = token match {
    case Token.Word(text) => if (text.forall(simple)) text else s"`${text.replace("`", "``")}`"
    case Token.Sign(text) => text
    case Token.Quoted(name) => s"`$asIs${name.replace("`", "``")}`"
    case Token.Literal(content) if content.exists(c => c == '\\' || c == '\'') => "'text'"
    case Token.Literal(content) => s"'$content'"
  }
}

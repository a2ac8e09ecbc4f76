package io.headwater.plan.sqltext

import scala.annotation.tailrec
import scala.util.control.NonFatal

import org.antlr.v4.runtime.{CharStreams, Token => SparkToken}
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer

/** Hides what a statement compares with, inserts or passes: each literal becomes `?`, each comment a blank. Read by
  * Spark's own lexer, so that what is a literal is what Spark takes for one.
  *
  * {{{SELECT name FROM t WHERE id = 42 AND mail = 'ann@x' becomes SELECT name FROM t WHERE id = ? AND mail = ?}}}
  */
object Literals {

  /** None where the text is not Spark's SQL: then nobody knows where its literals end. */
  def masked(sql: String): Option[String] =
    try {
      val points = sql.codePoints.toArray
      // Spark's lexer knows keywords in capitals only; one code point stays one, so that places are the same.
      val capitals = points.map(Character.toUpperCase(_))
      val lexer = new SqlBaseLexer(CharStreams.fromString(new String(capitals, 0, capitals.length)))
      lexer.removeErrorListeners()
      maskTokens(points, lexer)
    } catch {
      case NonFatal(_) => None
      case _: LinkageError | _: StackOverflowError => None // a Spark with another lexer
    }

  private def maskTokens(points: Array[Int], lexer: SqlBaseLexer): Option[String] = {
    val out = new StringBuilder
    @tailrec def loop(keywords: Vector[String]): Option[String] = {
      val token = lexer.nextToken()
      val kind = Option(lexer.getVocabulary.getSymbolicName(token.getType)).getOrElse("")
      def text = new String(points, token.getStartIndex, token.getStopIndex - token.getStartIndex + 1)
      if (token.getType == SparkToken.EOF) Some(out.toString)
      else if (kind == "UNRECOGNIZED") None
      else if (kind == "EQ" && isSetCommand(keywords)) Some(out.append("=?").toString)
      else {
        out.append(if (comments(kind)) blank(text) else if (isLiteral(kind)) "?" else text)
        val isKnown = keywords.size > 1 || token.getChannel != SparkToken.DEFAULT_CHANNEL
        loop(if (isKnown) keywords else keywords :+ kind)
      }
    }
    loop(Vector.empty)
  }

  /** `SET key=value`: the value is a text without quotes, up to the statement's end. */
  private def isSetCommand(keywords: Vector[String]): Boolean = keywords.headOption.contains("SET")

  private def isLiteral(kind: String): Boolean = kind.endsWith("_LITERAL") || literals(kind)

  private val literals = Set(
    "STRING",
    "DOUBLEQUOTED_STRING",
    "INTEGER_VALUE",
    "DECIMAL_VALUE",
    "EXPONENT_VALUE",
    "BEGIN_DOLLAR_QUOTED_STRING",
    "DOLLAR_QUOTED_STRING_BODY",
    "END_DOLLAR_QUOTED_STRING"
  )

  private val comments = Set("SIMPLE_COMMENT", "BRACKETED_COMMENT")

  private def blank(comment: String): String = if (comment.endsWith("\n")) "\n" else " "
}

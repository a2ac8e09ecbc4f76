package io.headwater.plan.sqltext

import scala.annotation.tailrec
import scala.util.control.NonFatal

import org.antlr.v4.runtime.{CharStreams, Token => SparkToken}
import org.apache.spark.sql.catalyst.parser.SqlBaseLexer

/** Masks the data in a SQL statement: each literal becomes `?`, each comment becomes a space. Spark's own
  * lexer finds the literals, so that both agree on what a literal is.
  *
  * {{{SELECT name FROM t WHERE id = 42 AND mail = 'ann@x' becomes SELECT name FROM t WHERE id = ? AND mail = ?}}}
  */
object Literals {

  /** The masked text; None if the text is not Spark's SQL, because then the ends of its literals are
    * unknown.
    *
    * @param mask
    *   what stands for a literal
    */
  def masked(sql: String, mask: String = "?"): Option[String] =
    try {
      val points = sql.codePoints.toArray
      // Spark's lexer knows keywords in upper case only. Each code point stays one code point,
      // so positions stay the same.
      val capitals = points.map(Character.toUpperCase(_))
      val lexer = new SqlBaseLexer(CharStreams.fromString(new String(capitals, 0, capitals.length)))
      lexer.removeErrorListeners()
      maskTokens(points, lexer, mask)
    } catch {
      case NonFatal(_) => None
      case _: LinkageError | _: StackOverflowError => None // a Spark version with another lexer
    }

  private def maskTokens(points: Array[Int], lexer: SqlBaseLexer, mask: String): Option[String] = {
    val out = new StringBuilder
    @tailrec def loop(keywords: Vector[String]): Option[String] = {
      val token = lexer.nextToken()
      val kind = Option(lexer.getVocabulary.getSymbolicName(token.getType)).getOrElse("")
      def text = new String(points, token.getStartIndex, token.getStopIndex - token.getStartIndex + 1)
      if (token.getType == SparkToken.EOF) Some(out.toString)
      else if (kind == "UNRECOGNIZED") None
      else if (kind == "EQ" && isSetCommand(keywords)) Some(out.append(s"=$mask").toString)
      else {
        out.append(if (comments(kind)) blank(text) else if (isLiteral(kind)) mask else text)
        val isKnown = keywords.size > 1 || token.getChannel != SparkToken.DEFAULT_CHANNEL
        loop(if (isKnown) keywords else keywords :+ kind)
      }
    }
    loop(Vector.empty)
  }

  /** Whether the statement is `SET key=value`. Its value is text without quotes, up to the end of the
    * statement.
    */
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

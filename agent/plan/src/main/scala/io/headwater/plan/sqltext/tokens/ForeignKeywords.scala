package io.headwater.plan.sqltext.tokens

import java.util.Locale.ROOT

import io.headwater.plan.sqltext.tokens.Token._

/** Words of other dialects that remain after the rewrites, and that Spark's parser would misread: `x -> x +
  * 1` as a lambda function, `current date` as a column with an alias, `a:b` as a path into a document (from Spark 4.1 on).
  */
private[sqltext] object ForeignKeywords {

  /** Pairs of words with one meaning in another dialect. */
  private val pairs =
    Set("distinct" -> "on", "current" -> "date", "current" -> "time", "current" -> "timestamp")
  private val operators = Set("->", "->>", "#>", "#>>", "@>", "<@")

  def anyIn(tokens: Vector[Token]): Boolean =
    tokens.exists { case Sign(text) => operators(text); case _ => false } ||
      tokens.zip(tokens.drop(1)).exists {
        case (Word(a), Word(b)) => pairs(a.toLowerCase(ROOT) -> b.toLowerCase(ROOT))
        case (Sign(text), Sign(":")) => text == ")" || text == "]"
        case (_, Sign(":")) => true
        case _ => false
      }
}

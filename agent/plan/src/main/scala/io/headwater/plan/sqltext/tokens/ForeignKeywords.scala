package io.headwater.plan.sqltext.tokens

import java.util.Locale.ROOT

import io.headwater.plan.sqltext.tokens.Token._

/** Words that are left when idioms are translated, and that Spark's parser would read as something else: `x -> x + 1` as
  * a function of its own, `current date` as a column under another name.
  */
private[sqltext] object ForeignKeywords {

  /** Pairs of words that mean one thing elsewhere. */
  private val pairs =
    Set("distinct" -> "on", "current" -> "date", "current" -> "time", "current" -> "timestamp")
  private val operators = Set("->", "->>", "#>", "#>>", "@>", "<@")

  def anyIn(tokens: Vector[Token]): Boolean =
    tokens.exists { case Sign(text) => operators(text); case _ => false } ||
      tokens.zip(tokens.drop(1)).exists {
        case (Word(a), Word(b)) => pairs(a.toLowerCase(ROOT) -> b.toLowerCase(ROOT))
        case _ => false
      }
}

package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import io.headwater.plan.sqltext.Token._

/** Words that Spark's parser would read, but as something else: `DISTINCT ON (a) b` as a function that is called `b`,
  * `SQL_NO_CACHE a` as a column under another name, `a -> 'k'` as a function of `a`.
  */
private[sqltext] object Foreign {
  private val afterSelect = Set(
    "distinctrow",
    "high_priority",
    "sql_big_result",
    "sql_buffer_result",
    "sql_cache",
    "sql_calc_found_rows",
    "sql_no_cache",
    "sql_small_result",
    "straight_join",
    "top",
    "unique"
  )

  /** Pairs of words that mean one thing elsewhere. */
  private val pairs = Set(
    "distinct" -> "on",
    "current" -> "date",
    "current" -> "time",
    "current" -> "timestamp"
  )
  private val operators = Set("->", "->>", "#>", "#>>", "@>", "<@")

  def in(tokens: Vector[Token]): Boolean =
    tokens.exists { case Sign(text) => operators(text); case _ => false } ||
      tokens.zip(tokens.drop(1)).exists {
        case (Word(a), Word(b)) =>
          val (first, second) = (a.toLowerCase(ROOT), b.toLowerCase(ROOT))
          pairs(
            first -> second
          ) || ((first == "select" || first == "distinct" || first == "all") && afterSelect(second))
        case _ => false
      }
}

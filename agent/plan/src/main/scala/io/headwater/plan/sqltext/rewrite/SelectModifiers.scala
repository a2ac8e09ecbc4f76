package io.headwater.plan.sqltext.rewrite

import scala.annotation.tailrec

import io.headwater.plan.sqltext.rewrite.TokenRewriter.{Rule, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Rewrites the words between `SELECT` and the first column. */
private[rewrite] object SelectModifiers {
  private val mysqlHints = Set(
    "high_priority",
    "sql_big_result",
    "sql_buffer_result",
    "sql_cache",
    "sql_calc_found_rows",
    "sql_no_cache",
    "sql_small_result",
    "straight_join"
  )
  private val distinctSynonyms = Set("distinctrow", "unique")
  private val quantifiers = Set("all", "distinct")

  val rule: Rule = {
    case Position(
          _,
          (select @ Keyword("select")) :: Keyword("distinct") :: Keyword("on") :: Brackets(columns, rest),
          _
        ) =>
      val hint = List(Sign("/*+"), Word(DialectRewrites.distinctOn))
      Replacement(select :: hint, (Sign("(") :: columns) ::: Sign(")") :: Sign("*/") :: rest)
    case Position(_, (select @ Keyword("select")) :: Keyword(word) :: rest, _)
        if distinctSynonyms(word) && isColumn(rest) =>
      Replacement(List(select, Word("distinct")), withoutTop(rest))
    case Position(_, (select @ Keyword("select")) :: Keyword(word) :: rest, d)
        if d.family == MySql && mysqlHints(word) =>
      Replacement(Nil, select :: rest)
    case Position(_, (select @ Keyword("select")) :: (q @ Keyword(word)) :: rest, _) if quantifiers(word) =>
      Replacement(List(select, q), withoutTop(rest))
    case Position(_, (select @ Keyword("select")) :: rest, _) if withoutTop(rest) != rest =>
      Replacement(List(select), withoutTop(rest))
    case Position(_, Keyword("straight_join") :: rest, d) if d.family == MySql =>
      Replacement(List(Word("join")), rest)
  }

  /** Whether a column starts here. Otherwise the word before is itself the name of a column. */
  private def isColumn(rest: List[Token]): Boolean = rest match {
    case Sign(sign) :: _ => sign == "*" || sign == "(" || sign.exists(Character.isDigit(_))
    case Keyword(word) :: _ => word != "from" && word != "as"
    case _ => rest.nonEmpty
  }

  /** The tokens after `TOP (10) PERCENT WITH TIES` and similar limits, and after MySQL's hints behind
    * `DISTINCT`.
    */
  @tailrec private def withoutTop(rest: List[Token]): List[Token] = rest match {
    case Keyword("top") :: Number(_) :: after => withoutTies(after)
    case Keyword("top") :: (after @ Sign("(") :: _) =>
      enclosed(after).fold(rest)(inside => withoutTies(inside._2))
    case Keyword(word) :: after if mysqlHints(word) && isColumn(after) => withoutTop(after)
    case _ => rest
  }

  private def withoutTies(rest: List[Token]): List[Token] = {
    val after = rest match { case Keyword("percent") :: more => more; case other => other }
    after match { case Keyword("with") :: Keyword("ties") :: more => more; case other => other }
  }
}

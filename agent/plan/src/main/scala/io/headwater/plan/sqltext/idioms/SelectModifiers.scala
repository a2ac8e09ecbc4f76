package io.headwater.plan.sqltext.idioms

import scala.annotation.tailrec

import io.headwater.plan.sqltext.idioms.Rewrite.{Rule, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** What stands between `SELECT` and its first column. */
private[idioms] object SelectModifiers {
  private val hints = Set(
    "high_priority",
    "sql_big_result",
    "sql_buffer_result",
    "sql_cache",
    "sql_calc_found_rows",
    "sql_no_cache",
    "sql_small_result",
    "straight_join"
  )
  private val distinct = Set("distinctrow", "unique")
  private val quantifiers = Set("all", "distinct")

  val rule: Rule = {
    case At(_, (select @ Plain("select")) :: Plain("distinct") :: Plain("on") :: After(columns, rest), _) =>
      val hint = List(Sign("/*+"), Word(Idioms.distinctOn))
      Step(select :: hint, (Sign("(") :: columns) ::: Sign(")") :: Sign("*/") :: rest)
    case At(_, (select @ Plain("select")) :: Plain(word) :: rest, _) if distinct(word) && isColumn(rest) =>
      Step(List(select, Word("distinct")), limits(rest))
    case At(_, (select @ Plain("select")) :: Plain(word) :: rest, d) if d.family == MySql && hints(word) =>
      Step(Nil, select :: rest)
    case At(_, (select @ Plain("select")) :: (q @ Plain(word)) :: rest, _) if quantifiers(word) =>
      Step(List(select, q), limits(rest))
    case At(_, (select @ Plain("select")) :: rest, _) if limits(rest) != rest =>
      Step(List(select), limits(rest))
    case At(_, Plain("straight_join") :: rest, d) if d.family == MySql => Step(List(Word("join")), rest)
  }

  private object After {
    def unapply(rest: List[Token]): Option[(List[Token], List[Token])] = enclosed(rest)
  }

  /** Whether a column begins here, rather than the name of one ends. */
  private def isColumn(rest: List[Token]): Boolean = rest match {
    case Sign(sign) :: _ => sign == "*" || sign == "(" || sign.exists(Character.isDigit(_))
    case Plain(word) :: _ => word != "from" && word != "as"
    case _ => rest.nonEmpty
  }

  /** Without `TOP (10) PERCENT WITH TIES` and the like; and without MySQL's hints behind `DISTINCT`. */
  @tailrec private def limits(rest: List[Token]): List[Token] = rest match {
    case Plain("top") :: Number(_) :: after => ties(after)
    case Plain("top") :: (after @ Sign("(") :: _) => enclosed(after).fold(rest)(inside => ties(inside._2))
    case Plain(word) :: after if hints(word) && isColumn(after) => limits(after)
    case _ => rest
  }

  private def ties(rest: List[Token]): List[Token] = {
    val after = rest match { case Plain("percent") :: more => more; case same => same }
    after match { case Plain("with") :: Plain("ties") :: more => more; case same => same }
  }
}

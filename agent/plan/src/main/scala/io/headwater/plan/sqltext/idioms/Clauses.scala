package io.headwater.plan.sqltext.idioms

import io.headwater.plan.sqltext.idioms.Rewrite.{Rule, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Clauses about tables, locks and the number of rows, which name no column. */
private[idioms] object Clauses {
  private val locks = Set("update", "share", "no", "key")
  private val isolations = Set("ur", "cs", "rs", "rr")
  private val indexes = Set("use", "force", "ignore")

  val rule: Rule = tables.orElse(limits)

  private def tables: Rule = {
    case At(Some(Plain("from" | "join") | Sign(",")), Plain("only") :: (rest @ (_: Word | _: Quoted) :: _), d)
        if d.family == Postgres => Step(Nil, rest)
    case At(_, Plain("with") :: Plain("recursive") :: rest, _) => Step(List(Word("with")), rest)
    case At(_, (as @ Plain("as")) :: Plain("materialized") :: (rest @ Sign("(") :: _), _) =>
      Step(List(as), rest)
    case At(_, (as @ Plain("as")) :: Plain("not") :: Plain("materialized") :: (rest @ Sign("(") :: _), _) =>
      Step(List(as), rest)
    case At(_, (as @ Plain("as")) :: Literal(name) :: rest, _) => Step(List(as, Quoted(name)), rest)
    case At(_, Plain("with" | "option") :: (hints @ Sign("(") :: _), d) if d.family == SqlServer =>
      Step(Nil, past(hints))
    case At(_, Plain("tablesample") :: Plain(_) :: (size @ Sign("(") :: _), _) =>
      Step(Nil, repeated(past(size)))
    case At(_, Plain("cross") :: Plain("apply") :: rest, _) =>
      Step(List(Word("cross"), Word("join"), Word("lateral")), rest)
    case At(
          _,
          Plain(word) :: Plain("index" | "key") :: Plain("for") :: Plain("join") :: (names @ Sign("(") :: _),
          d
        )
        if d.family == MySql && indexes(word) => Step(Nil, past(names))
    case At(
          _,
          Plain(word) :: Plain("index" | "key") :: Plain("for") :: Plain("order" | "group") :: Plain("by") ::
          (names @ Sign("(") :: _),
          d
        ) if d.family == MySql && indexes(word) => Step(Nil, past(names))
    case At(_, Plain(word) :: Plain("index" | "key") :: (names @ Sign("(") :: _), d)
        if d.family == MySql && indexes(word) => Step(Nil, past(names))
  }

  private def limits: Rule = {
    case At(_, (limit @ Plain("limit")) :: Number(n) :: Sign(",") :: Number(_) :: rest, _) =>
      Step(List(limit, n), rest)
    case At(_, (offset @ Plain("offset")) :: Number(n) :: (limit @ Plain("limit")) :: Number(m) :: rest, _) =>
      Step(List(limit, m, offset, n), rest)
    case At(_, (offset @ Plain("offset")) :: Number(n) :: Plain("row" | "rows") :: rest, _) =>
      Step(List(offset, n), rest)
    case At(_, Plain("fetch") :: Plain("first" | "next") :: rest, _) => Step(Nil, fetched(rest))
    case At(_, Plain("for") :: Plain(word) :: rest, _) if locks(word) =>
      Step(Nil, rest.dropWhile(_ != Sign(")")))
    case At(_, Plain("with") :: Plain(word) :: rest, _)
        if isolations(word) && rest.headOption.forall(_ == Sign(")")) => Step(Nil, rest)
  }

  /** What follows `FETCH FIRST`: `10 PERCENT ROWS WITH TIES`. */
  private def fetched(rest: List[Token]): List[Token] = {
    val number = rest match {
      case Number(_) :: more => more
      case Sign("(") :: _ => past(rest)
      case same => same
    }
    val unit = number match { case Plain("percent") :: more => more; case same => same }
    unit match {
      case Plain("row" | "rows") :: Plain("only") :: more => more
      case Plain("row" | "rows") :: Plain("with") :: Plain("ties") :: more => more
      case same => same
    }
  }

  private def repeated(rest: List[Token]): List[Token] = rest match {
    case Plain("repeatable") :: (seed @ Sign("(") :: _) => past(seed)
    case same => same
  }

  private def past(brackets: List[Token]): List[Token] = enclosed(brackets).fold(brackets.drop(1))(_._2)
}

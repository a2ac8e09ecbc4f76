package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.rewrite.TokenRewriter.{Rule, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Removes or rewrites clauses about tables, locks and the number of rows. They name no column. */
private[rewrite] object Clauses {
  private val locks = Set("update", "share", "no", "key")
  private val isolations = Set("ur", "cs", "rs", "rr")
  private val indexHints = Set("use", "force", "ignore")

  val rule: Rule = tables.orElse(limits)

  private def tables: Rule = {
    case Position(
          Some(Keyword("from" | "join") | Sign(",")),
          Keyword("only") :: (rest @ (_: Word | _: Quoted) :: _),
          d
        )
        if d.family == Postgres => Replacement(Nil, rest)
    case Position(_, Keyword("with") :: Keyword("recursive") :: rest, _) =>
      Replacement(List(Word("with")), rest)
    case Position(_, (as @ Keyword("as")) :: Keyword("materialized") :: (rest @ Sign("(") :: _), _) =>
      Replacement(List(as), rest)
    case Position(
          _,
          (as @ Keyword("as")) :: Keyword("not") :: Keyword("materialized") :: (rest @ Sign("(") :: _),
          _
        ) =>
      Replacement(List(as), rest)
    case Position(_, (as @ Keyword("as")) :: Literal(name) :: rest, _) =>
      Replacement(List(as, Quoted(name)), rest)
    case Position(_, Keyword("with" | "option") :: (hints @ Sign("(") :: _), d) if d.family == SqlServer =>
      Replacement(Nil, afterBrackets(hints))
    case Position(_, Keyword("tablesample") :: Keyword(_) :: (size @ Sign("(") :: _), _) =>
      Replacement(Nil, afterRepeatable(afterBrackets(size)))
    case Position(_, Keyword("cross") :: Keyword("apply") :: rest, _) =>
      Replacement(List(Word("cross"), Word("join"), Word("lateral")), rest)
    case Position(_, IndexHint(names), d) if d.family == MySql => Replacement(Nil, afterBrackets(names))
  }

  private def limits: Rule = {
    case Position(_, (limit @ Keyword("limit")) :: Number(n) :: Sign(",") :: Number(_) :: rest, _) =>
      Replacement(List(limit, n), rest)
    case Position(
          _,
          (offset @ Keyword("offset")) :: Number(n) :: (limit @ Keyword("limit")) :: Number(m) :: rest,
          _
        ) =>
      Replacement(List(limit, m, offset, n), rest)
    case Position(_, (offset @ Keyword("offset")) :: Number(n) :: Keyword("row" | "rows") :: rest, _) =>
      Replacement(List(offset, n), rest)
    case Position(_, Keyword("fetch") :: Keyword("first" | "next") :: rest, _) =>
      Replacement(Nil, afterFetch(rest))
    case Position(_, Keyword("for") :: Keyword(word) :: rest, _) if locks(word) =>
      Replacement(Nil, rest.dropWhile(_ != Sign(")")))
    case Position(_, Keyword("with") :: Keyword(word) :: rest, _)
        if isolations(word) && rest.headOption.forall(_ == Sign(")")) => Replacement(Nil, rest)
  }

  /** The tokens after `FETCH FIRST 10 PERCENT ROWS WITH TIES`. */
  private def afterFetch(rest: List[Token]): List[Token] = {
    val number = rest match {
      case Number(_) :: more => more
      case Sign("(") :: _ => afterBrackets(rest)
      case other => other
    }
    val unit = number match { case Keyword("percent") :: more => more; case other => other }
    unit match {
      case Keyword("row" | "rows") :: Keyword("only") :: more => more
      case Keyword("row" | "rows") :: Keyword("with") :: Keyword("ties") :: more => more
      case other => other
    }
  }

  private def afterRepeatable(rest: List[Token]): List[Token] = rest match {
    case Keyword("repeatable") :: (seed @ Sign("(") :: _) => afterBrackets(seed)
    case other => other
  }

  private def afterBrackets(brackets: List[Token]): List[Token] =
    enclosed(brackets).fold(brackets.drop(1))(_._2)

  /** Extracts the tokens from the list of indexes on: `USE INDEX (a)`, `FORCE KEY FOR ORDER BY (a)`. */
  private object IndexHint {
    def unapply(tokens: List[Token]): Option[List[Token]] = tokens match {
      case Keyword(word) :: Keyword("index" | "key") :: rest if indexHints(word) =>
        Some(afterScope(rest)).filter(_.headOption.contains(Sign("(")))
      case _ => None
    }

    private def afterScope(tokens: List[Token]): List[Token] = tokens match {
      case Keyword("for") :: Keyword("join") :: rest => rest
      case Keyword("for") :: Keyword("order" | "group") :: Keyword("by") :: rest => rest
      case other => other
    }
  }
}

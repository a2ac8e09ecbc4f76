package io.headwater.plan.sqltext.idioms

import io.headwater.plan.sqltext.idioms.Rewrite.Rule
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Operators that Spark has not, as ones that bind about as tightly and have the same two sides. */
private[idioms] object Operators {
  private val comparisons = Set("=", "<>", "!=", "<", ">", "<=", ">=")
  private val some = Set("any", "some", "all")
  private val matching = Set("~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*")
  private val paths = Set("->", "->>")

  /** PostgreSQL's, for documents, arrays, ranges and texts. */
  private val others =
    paths ++ Set("#>", "#>>", "#-", "@>", "<@", "?", "?|", "?&", "@@", "@?", "&&", "<->", "-|-", "&<", "&>")

  private val joined = List(Sign("||"))

  val rule: Rule = {
    case at @ At(_, Sign(sign) :: rest, d) if at.isValue && isPath(sign, d.family) => Step(joined, rest)
    case at @ At(_, Sign(sign) :: rest, d) if at.isValue && d.family == Postgres && matching(sign) =>
      Step(List(Word("like")), rest)
    case At(_, Plain("similar") :: Plain("to") :: rest, _) => Step(List(Word("like")), rest)
    case At(_, Plain("at") :: Plain("time") :: Plain("zone") :: rest, _) => Step(joined, rest)
    case At(_, Sign(sign) :: Plain(word) :: (query @ Sign("(") :: Plain("select" | "with") :: _), _)
        if comparisons(sign) && some(word) =>
      Step(List(Word("in")), query)
    case At(_, Sign("(") :: Sign("+") :: Sign(")") :: rest, _) => Step(Nil, rest) // Oracle's outer join
    case At(_, Plain("collate") :: (_: Word | _: Quoted | _: Literal) :: rest, _) =>
      Step(Nil, unqualified(rest))
  }

  private def isPath(sign: String, family: Family): Boolean = family match {
    case Postgres => others(sign)
    case MySql => paths(sign)
    case _ => false
  }

  private def unqualified(rest: List[Token]): List[Token] = rest match {
    case Sign(".") :: (_: Word | _: Quoted) :: more => more
    case other => other
  }
}

package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.rewrite.TokenRewriter.Rule
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Replaces operators that Spark does not have by operators of similar precedence with the same two
  * operands.
  */
private[rewrite] object ForeignOperators {
  private val comparisons = Set("=", "<>", "!=", "<", ">", "<=", ">=")
  private val quantifiers = Set("any", "some", "all")
  private val patternOperators = Set("~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*")
  private val jsonPaths = Set("->", "->>")

  /** PostgreSQL's operators for documents, arrays, ranges and texts. */
  private val postgresOperators =
    jsonPaths ++ Set(
      "#>",
      "#>>",
      "#-",
      "@>",
      "<@",
      "?",
      "?|",
      "?&",
      "@@",
      "@?",
      "&&",
      "<->",
      "-|-",
      "&<",
      "&>"
    )

  private val concatenation = List(Sign("||"))

  val rule: Rule = {
    case position @ Position(_, Sign(sign) :: rest, d)
        if position.followsValue && isConcatenated(sign, d.family) => Replacement(concatenation, rest)
    case position @ Position(_, Sign(sign) :: rest, d)
        if position.followsValue && d.family == Postgres && patternOperators(sign) =>
      Replacement(List(Word("like")), rest)
    case Position(_, Keyword("similar") :: Keyword("to") :: rest, _) => Replacement(List(Word("like")), rest)
    case Position(_, Keyword("at") :: Keyword("time") :: Keyword("zone") :: rest, _) =>
      Replacement(concatenation, rest)
    case Position(_, Sign(sign) :: Keyword(word) :: (query @ Sign("(") :: Keyword("select" | "with") :: _), _)
        if comparisons(sign) && quantifiers(word) =>
      Replacement(List(Word("in")), query)
    case Position(_, Sign("(") :: Sign("+") :: Sign(")") :: rest, _) =>
      Replacement(Nil, rest) // Oracle's outer join
    case Position(_, Keyword("collate") :: (_: Word | _: Quoted | _: Literal) :: rest, _) =>
      Replacement(Nil, afterQualifier(rest))
  }

  private def isConcatenated(sign: String, family: Family): Boolean = family match {
    case Postgres => postgresOperators(sign)
    case MySql => jsonPaths(sign)
    case _ => false
  }

  private def afterQualifier(rest: List[Token]): List[Token] = rest match {
    case Sign(".") :: (_: Word | _: Quoted) :: more => more
    case other => other
  }
}

package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.rewrite.TokenRewriter.{Rule, arguments, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Rewrites table functions: the words around them and the numbering of their rows. */
private[rewrite] object TableFunctions {

  /** Keywords that can follow a table function without an alias. */
  private val clauseKeywords = Set(
    "cross",
    "full",
    "group",
    "having",
    "inner",
    "join",
    "left",
    "limit",
    "on",
    "order",
    "prewhere",
    "qualify",
    "right",
    "union",
    "where",
    "window"
  )

  val rule: Rule = {
    case Position(_, Keyword("table") :: Brackets(inside, rest), d) if d.family != Spark && isCall(inside) =>
      Replacement(Nil, inside ::: rest)
    case Position(Some(Keyword("from" | "join")), Keyword("only") :: Brackets(inside, rest), d)
        if d.family == Postgres => Replacement(Nil, inside ::: rest)
    case Position(_, Keyword("with") :: Keyword("ordinality") :: rest, _) => Replacement(Nil, rest)
    case Position(_, Keyword("with") :: Keyword("offset") :: rest, d) if d.family == BigQuery =>
      Replacement(Nil, withoutAlias(rest))
    case Position(_, Keyword("outer") :: Keyword("apply") :: rest, _) =>
      Replacement(List(Word("left"), Word("join"), Word("lateral")), rest)
    case Position(_, Keyword("left") :: (rest @ Keyword("array") :: Keyword("join") :: _), d)
        if d.family == ClickHouse =>
      Replacement(Nil, rest)
    case Position(_, Keyword("array") :: Keyword("join") :: rest, d) if d.family == ClickHouse =>
      val list =
        rest.takeWhile { case Keyword(word) => !clauseKeywords(word); case token => token != Sign(")") }
      Replacement(Nil, arguments(list).toList.flatMap(lateralUnnest) ::: rest.drop(list.size))
    case Position(_, (array @ Keyword("array")) :: Brackets(query @ Keyword("select") :: values, rest), d)
        if d.family != Spark && values.headOption.exists(!isStruct(_)) =>
      val doubled = Sign("(") :: Sign("(") :: query ::: List(Sign(")"), Sign(")"))
      Replacement(List(array), doubled ::: rest)
  }

  /** Whether the tokens are only a call, `f(…)` or `p.f(…)`. */
  private def isCall(tokens: List[Token]): Boolean = tokens match {
    case Name(_) :: Sign(".") :: more => isCall(more)
    case Word(_) :: (call @ Sign("(") :: _) => enclosed(call).exists(_._2.isEmpty)
    case _ => false
  }

  private def withoutAlias(rest: List[Token]): List[Token] = rest match {
    case Keyword("as") :: Name(_) :: more => more
    case Keyword(word) :: more if !clauseKeywords(word) => more
    case other => other
  }

  private def lateralUnnest(array: List[Token]): List[Token] = {
    val (value, alias) = array.span { case Keyword("as") => false; case _ => true }
    List("cross", "join", "lateral", "unnest").map(Word(_)) ::: Sign("(") :: value ::: Sign(")") :: alias
  }

  /** Whether a query selects a struct of several columns (`SELECT AS STRUCT`). */
  private def isStruct(token: Token): Boolean = token match {
    case Keyword("as") => true
    case _ => false
  }
}

package io.headwater.plan.sqltext.idioms

import io.headwater.plan.sqltext.idioms.Rewrite.{Rule, arguments, enclosed}
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Functions that give rows: their wrappers, and what their rows are numbered by. */
private[idioms] object TableFunctions {

  /** What may follow a table function without an alias. */
  private val clauses = Set(
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
    case At(_, Plain("table") :: Brackets(inside, rest), d) if d.family != Spark && isCall(inside) =>
      Step(Nil, inside ::: rest)
    case At(Some(Plain("from" | "join")), Plain("only") :: Brackets(inside, rest), d)
        if d.family == Postgres => Step(Nil, inside ::: rest)
    case At(_, Plain("with") :: Plain("ordinality") :: rest, _) => Step(Nil, rest)
    case At(_, Plain("with") :: Plain("offset") :: rest, d) if d.family == BigQuery =>
      Step(Nil, unnamed(rest))
    case At(_, Plain("outer") :: Plain("apply") :: rest, _) =>
      Step(List(Word("left"), Word("join"), Word("lateral")), rest)
    case At(_, Plain("left") :: (rest @ Plain("array") :: Plain("join") :: _), d) if d.family == ClickHouse =>
      Step(Nil, rest)
    case At(_, Plain("array") :: Plain("join") :: rest, d) if d.family == ClickHouse =>
      val list = rest.takeWhile { case Plain(word) => !clauses(word); case token => token != Sign(")") }
      Step(Nil, arguments(list).toList.flatMap(joined) ::: rest.drop(list.size))
    case At(_, (array @ Plain("array")) :: Brackets(query @ Plain("select") :: values, rest), d)
        if d.family != Spark && values.headOption.exists(!isStruct(_)) =>
      val doubled = Sign("(") :: Sign("(") :: query ::: List(Sign(")"), Sign(")"))
      Step(List(array), doubled ::: rest)
  }

  /** `f(…)` or `p.f(…)`, and nothing behind it. */
  private def isCall(tokens: List[Token]): Boolean = tokens match {
    case Name(_) :: Sign(".") :: more => isCall(more)
    case Word(_) :: (call @ Sign("(") :: _) => enclosed(call).exists(_._2.isEmpty)
    case _ => false
  }

  private def unnamed(rest: List[Token]): List[Token] = rest match {
    case Plain("as") :: Name(_) :: more => more
    case Plain(word) :: more if !clauses(word) => more
    case other => other
  }

  private def joined(array: List[Token]): List[Token] = {
    val (value, alias) = array.span { case Plain("as") => false; case _ => true }
    List("cross", "join", "lateral", "unnest").map(Word(_)) ::: Sign("(") :: value ::: Sign(")") :: alias
  }

  /** Several columns as one value. */
  private def isStruct(token: Token): Boolean = token match {
    case Plain("as") => true
    case _ => false
  }
}

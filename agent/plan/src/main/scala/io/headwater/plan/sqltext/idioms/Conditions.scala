package io.headwater.plan.sqltext.idioms

import io.headwater.plan.sqltext.idioms.Rewrite.Rule
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Clauses that choose rows as `WHERE` and `HAVING` do: `QUALIFY`, `PREWHERE`, `START WITH … CONNECT BY`. */
private[idioms] object Conditions {
  private val notCondition =
    Set(
      "as",
      "on",
      "using",
      "join",
      "inner",
      "left",
      "right",
      "full",
      "cross",
      "natural",
      "where",
      "group",
      "order"
    )

  val rule: Rule = {
    case at @ At(_, Plain("qualify") :: (rest @ first :: _), _) if at.isValue && opens(first) =>
      Step(List(at.condition("having")), rest)
    case at @ At(_, Plain("prewhere" | "where") :: rest, d) if d.family == ClickHouse =>
      Step(List(at.condition("where")), rest)
    case at @ At(_, Plain("start") :: Plain("with") :: rest, d) if hierarchical(d.family) =>
      Step(List(at.condition("where")), rest)
    case at @ At(_, Plain("connect") :: Plain("by") :: rest, d) if hierarchical(d.family) =>
      val after = rest match { case Plain("nocycle") :: more => more; case same => same }
      Step(List(at.condition("where")), after)
    case at @ At(_, Plain("prior" | "connect_by_root") :: (rest @ Name(_) :: _), d)
        if hierarchical(d.family) && !at.isValue => Step(Nil, rest)
    case At(_, (order @ Plain("order")) :: Plain("siblings") :: (rest @ Plain("by") :: _), d)
        if d.family == Oracle => Step(List(order), rest)
  }

  private def hierarchical(family: Family): Boolean = family == Oracle || family == Snowflake

  private def opens(token: Token): Boolean = token match {
    case Plain(word) => !notCondition(word)
    case Sign(sign) => sign == "(" || sign.exists(Character.isDigit(_))
    case _ => true
  }
}

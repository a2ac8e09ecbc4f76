package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.rewrite.TokenRewriter.Rule
import io.headwater.plan.sqltext.tokens.SqlDialect._
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** Rewrites clauses that filter rows as `WHERE` and `HAVING`: `QUALIFY`, `PREWHERE`, `START WITH … CONNECT
  * BY`.
  */
private[rewrite] object Conditions {
  private val notConditionStart =
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
    case position @ Position(_, Keyword("qualify") :: (rest @ first :: _), _)
        if position.followsValue && startsCondition(first) =>
      Replacement(List(position.condition("having")), rest)
    case position @ Position(_, Keyword("prewhere" | "where") :: rest, d) if d.family == ClickHouse =>
      Replacement(List(position.condition("where")), rest)
    case position @ Position(_, Keyword("start") :: Keyword("with") :: rest, d) if hasConnectBy(d.family) =>
      Replacement(List(position.condition("where")), rest)
    case position @ Position(_, Keyword("connect") :: Keyword("by") :: rest, d) if hasConnectBy(d.family) =>
      val after = rest match { case Keyword("nocycle") :: more => more; case other => other }
      Replacement(List(position.condition("where")), after)
    case position @ Position(_, Keyword("prior" | "connect_by_root") :: (rest @ Name(_) :: _), d)
        if hasConnectBy(d.family) && !position.followsValue => Replacement(Nil, rest)
    case Position(_, (order @ Keyword("order")) :: Keyword("siblings") :: (rest @ Keyword("by") :: _), d)
        if d.family == Oracle => Replacement(List(order), rest)
  }

  /** Replaces a list of constants, which name no column, by one. Programs write lists of many thousands, of which the parser
    * would make a tree that is a hundred times larger.
    */
  val constantLists: Rule = {
    case Position(_, (in @ Keyword("in")) :: Brackets(list, rest), _)
        if list.nonEmpty && list.forall(isConstant) =>
      Replacement(List(in, Sign("("), Sign("1"), Sign(")")), rest)
  }

  private def isConstant(token: Token): Boolean = token match {
    case Sign(text) => text.forall(c => Character.isDigit(c) || "(),.-+".indexOf(c.toInt) >= 0)
    case other => other.isInstanceOf[Literal]
  }

  private def hasConnectBy(family: Family): Boolean = family == Oracle || family == Snowflake

  private def startsCondition(token: Token): Boolean = token match {
    case Keyword(word) => !notConditionStart(word)
    case Sign(sign) => sign == "(" || sign.exists(Character.isDigit(_))
    case _ => true
  }
}

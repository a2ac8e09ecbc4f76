package io.headwater.plan.sqltext.idioms

import io.headwater.plan.sqltext.idioms.Rewrite.{Rule, arguments, call}
import io.headwater.plan.sqltext.tokens.Token
import io.headwater.plan.sqltext.tokens.Token._

/** What an aggregate is sorted by, within its brackets or behind them, and what stands there beside it: `string_agg(a, ','
  * ORDER BY b)`, `listagg(a) WITHIN GROUP (ORDER BY b)`, `group_concat(a ORDER BY b SEPARATOR ',')`, `array_agg(a LIMIT
  * 5)`. A percentile is one of what it is sorted by.
  */
private[idioms] object SortedAggregates {
  private val sorted = Set(
    "any_value",
    "array_agg",
    "array_concat_agg",
    "group_concat",
    "json_agg",
    "json_arrayagg",
    "jsonb_agg",
    "listagg",
    "string_agg",
    "xmlagg"
  )
  private val percentiles =
    Set(
      "approx_percentile",
      "approximate_percentile_disc",
      "median",
      "mode",
      "percentile_cont",
      "percentile_disc"
    )

  val rule: Rule = {
    case At(
          _,
          (f @ Plain(word)) :: Brackets(inside, Plain("within") :: Plain("group") :: Brackets(by, rest)),
          _
        )
        if order(by).exists(_ == 0) =>
      val columns = keys(by.drop(2))
      val more = if (percentiles(word)) columns else Vector(call(Idioms.sortedBy, columns))
      Step(List(f), bracketed(Vector(inside).filter(_.nonEmpty) ++ more) ::: rest)
    case At(_, (f @ Plain(word)) :: Brackets(inside, rest), _) if sorted(word) && end(inside) < inside.size =>
      val values = inside.take(end(inside))
      val by = order(inside).map(i => until(inside.drop(i + 2), Set("limit", "separator")))
      Step(List(f), bracketed(Vector(values) ++ by.map(b => call(Idioms.sortedBy, keys(b)))) ::: rest)
  }

  /** Where `ORDER BY` stands, outside of all brackets. */
  private def order(tokens: List[Token]): Option[Int] =
    outside(tokens).collectFirst { case (Plain("order"), i) if isPlain(tokens.lift(i + 1), "by") => i }

  /** Where the arguments end. */
  private def end(inside: List[Token]): Int =
    (order(inside) ++ outside(inside).collect {
      case (Plain("separator"), i) => i
      case (Plain("limit"), i) => i
    }).filter(_ > 0).foldLeft(inside.size)(_ min _)

  private def until(tokens: List[Token], words: Set[String]): List[Token] =
    tokens.take(
      outside(tokens).collectFirst { case (Plain(word), i) if words(word) => i }.getOrElse(tokens.size)
    )

  private def keys(by: List[Token]): Vector[List[Token]] =
    arguments(by).map(until(_, Set("asc", "desc", "nulls")))

  private def outside(tokens: List[Token]): Vector[(Token, Int)] = {
    val depths = tokens.scanLeft(0) {
      case (depth, Sign("(")) => depth + 1
      case (depth, Sign(")")) => depth - 1
      case (depth, _) => depth
    }
    tokens.zip(depths).zipWithIndex.collect { case ((token, 0), i) => token -> i }.toVector
  }

  private def isPlain(token: Option[Token], word: String): Boolean = token match {
    case Some(Plain(text)) => text == word
    case _ => false
  }

  private def bracketed(arguments: Vector[List[Token]]): List[Token] = call("f", arguments).drop(1)
}

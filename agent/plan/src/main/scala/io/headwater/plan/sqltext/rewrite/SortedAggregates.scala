package io.headwater.plan.sqltext.rewrite

import io.headwater.plan.sqltext.rewrite.TokenRewriter.{Rule, arguments, call, depths}
import io.headwater.plan.sqltext.tokens.Token

/** Rewrites the order and other clauses of an aggregate, within its brackets or after them: `string_agg(a,
  * ',' ORDER BY b)`, `listagg(a) WITHIN GROUP (ORDER BY b)`, `group_concat(a ORDER BY b SEPARATOR ',')`,
  * `array_agg(a LIMIT 5)`. The value of a percentile function is the column that it is ordered by.
  */
private[rewrite] object SortedAggregates {
  private val orderedAggregates = Set(
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
    case Position(
          _,
          (f @ Keyword(word)) :: Brackets(
            inside,
            Keyword("within") :: Keyword("group") :: Brackets(by, rest)
          ),
          _
        )
        if orderByIndex(by).exists(_ == 0) =>
      val columns = sortKeys(by.drop(2))
      val more = if (percentiles(word)) columns else Vector(call(DialectRewrites.sortedBy, columns))
      Replacement(List(f), bracketed(Vector(inside).filter(_.nonEmpty) ++ more) ::: rest)
    case Position(_, (f @ Keyword(word)) :: Brackets(inside, rest), _)
        if orderedAggregates(word) && argumentsEnd(inside) < inside.size =>
      val values = inside.take(argumentsEnd(inside))
      val by = orderByIndex(inside).map(i => takeUntil(inside.drop(i + 2), Set("limit", "separator")))
      Replacement(
        List(f),
        bracketed(Vector(values) ++ by.map(b => call(DialectRewrites.sortedBy, sortKeys(b)))) ::: rest
      )
  }

  /** The index of `ORDER BY`, outside all brackets. */
  private def orderByIndex(tokens: List[Token]): Option[Int] =
    topLevel(tokens).collectFirst { case (Keyword("order"), i) if isKeyword(tokens.lift(i + 1), "by") => i }

  /** The index at which the arguments end. */
  private def argumentsEnd(inside: List[Token]): Int =
    (orderByIndex(inside) ++ topLevel(inside).collect {
      case (Keyword("separator"), i) => i
      case (Keyword("limit"), i) => i
    }).filter(_ > 0).foldLeft(inside.size)(_ min _)

  private def takeUntil(tokens: List[Token], words: Set[String]): List[Token] =
    tokens.take(
      topLevel(tokens).collectFirst { case (Keyword(word), i) if words(word) => i }.getOrElse(tokens.size)
    )

  private def sortKeys(by: List[Token]): Vector[List[Token]] =
    arguments(by).map(takeUntil(_, Set("asc", "desc", "nulls")))

  private def topLevel(tokens: List[Token]): Vector[(Token, Int)] =
    tokens.zip(depths(tokens)).zipWithIndex.collect { case ((token, 0), i) => token -> i }.toVector

  private def isKeyword(token: Option[Token], word: String): Boolean = token match {
    case Some(Keyword(text)) => text == word
    case _ => false
  }

  private def bracketed(arguments: Vector[List[Token]]): List[Token] = call("f", arguments).drop(1)
}

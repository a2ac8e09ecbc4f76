package io.headwater.plan.variables

import scala.util.matching.Regex

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.session.ScriptPosition

/** Recognises the query of a loop in a script by the text before it: `FOR r AS` or `FOR`. The root of a query with `GROUP BY`,
  * `ORDER BY` or `WITH` has the place of a later clause, so the query may have begun before it.
  */
private[plan] object LoopQuery {
  private val comment = "(?:/\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/|--[^\n]*\n)"
  val space: String = s"(?:\\s++|$comment)"
  private val query = s"(?=[(]*+$space*+(?:SELECT|WITH|FROM|VALUES|TABLE)\\b)"
  private val loop = s"(?i)\\bFOR$space+(?:(`(?:[^`]|``)+`|\\w+)$space+AS\\b$space*)?$query".r
  private val endOfQuery = "(?i);|\\bDO\\b".r
  private val maxBefore =
    10000 // characters that are searched before the place: a script can be long, and its loops many
  private val maxAfter = 300 // and after it, for the first word of the query

  /** The name of the loop's variable, if it has one, and the place of the query in the script. */
  def of(plan: LogicalPlan): Option[(Option[String], ScriptPosition)] =
    for {
      text <- StatementOrigin.of(plan).sqlText
      start <- StatementOrigin.of(plan).startIndex.filter(_ > 0)
      from = (start - maxBefore).max(0)
      found <- before(text.slice(from, start + maxAfter), start - from)
    } yield (Option(found.group(1)).map(unquoted), ScriptPosition.of(text, from + found.end))

  private def before(text: String, start: Int): Option[Regex.Match] =
    loop.findAllMatchIn(text).takeWhile(_.end <= start).toVector.lastOption
      .filter(m => endOfQuery.findFirstIn(text.substring(m.end, start)).isEmpty)

  private def unquoted(name: String): String =
    if (name.startsWith("`")) name.drop(1).dropRight(1).replace("``", "`") else name
}

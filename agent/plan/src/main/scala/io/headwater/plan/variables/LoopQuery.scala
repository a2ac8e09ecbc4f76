package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.plan.session.ScriptPosition

/** Recognises the query of a loop in a script by the text before it: `FOR r AS` or `FOR`. */
private[plan] object LoopQuery {
  private val comment = "(?:/\\*(?:[^*]|\\*(?!/))*\\*/|--[^\n]*\n)"
  private val space = s"(?:\\s|$comment)"
  private val loop = s"(?is).*\\bFOR$space+(?:(`(?:[^`]|``)+`|\\w+)$space+AS$space*)?".r
  private val maxBefore = 300 // characters that are searched

  /** The name of the loop's variable, if it has one, and the place of the query in the script. */
  def of(plan: LogicalPlan): Option[(Option[String], ScriptPosition)] =
    for {
      text <- plan.origin.sqlText
      start <- plan.origin.startIndex.filter(_ > 0)
      variable <- before(text, start)
    } yield (variable, ScriptPosition.of(text, start))

  private def before(text: String, start: Int): Option[Option[String]] =
    text.slice((start - maxBefore).max(0), start) match {
      case loop(name) => Some(Option(name).map(unquoted))
      case _ => None
    }

  private def unquoted(name: String): String =
    if (name.startsWith("`")) name.drop(1).dropRight(1).replace("``", "`") else name
}

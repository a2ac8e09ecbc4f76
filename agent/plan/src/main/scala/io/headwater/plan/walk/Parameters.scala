package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions.Literal

import io.headwater.plan.session.SeenVariables

/** Finds the literals that Spark has put in place of the parameter markers `?` and `:name`. From Spark 4.1 on, `EXECUTE IMMEDIATE …
  * USING x` does so with the values of variables, and the plan has no reference to them. One walk has one.
  */
private[walk] final class Parameters(variables: SeenVariables) {
  private lazy val variablesHaveData = !variables.areConstant
  private var searched: String = _ // the text that was searched last; a statement has one
  private var named = false

  /** Whether a literal may be the value of a variable that depends on data. */
  def mayBeVariable(literal: Literal): Boolean = variablesHaveData && isArgument(literal)

  /** Whether a literal may stand for a parameter. If the statement has named markers, Spark's positions are not exact; so a
    * literal whose text differs from its value may stand for one.
    */
  private def isArgument(literal: Literal): Boolean = {
    val origin = literal.origin
    val found = for {
      text <- origin.sqlText
      start <- origin.startIndex
      stop <- origin.stopIndex
    } yield {
      val own = text.slice(start, stop + 1)
      own == "?" || (hasNamedMarker(text) && own != literal.sql && own != literal.toString)
    }
    found.getOrElse(false)
  }

  private def hasNamedMarker(text: String): Boolean = {
    if (searched ne text) {
      searched = text
      named = Parameters.named.findFirstIn(text).nonEmpty
    }
    named
  }
}

private object Parameters {
  val named = ":[a-zA-Z_]".r
}

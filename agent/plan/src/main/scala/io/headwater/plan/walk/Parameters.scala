package io.headwater.plan.walk

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.catalyst.expressions.Literal

import io.headwater.plan.session.SeenVariables
import io.headwater.plan.sqltext.Literals

/** Finds the literals that Spark has put in place of the parameter markers `?` and `:name`. From Spark 4.1 on, `EXECUTE IMMEDIATE …
  * USING x` does so with the values of variables, and the plan has no reference to them. One walk has one.
  */
private[walk] final class Parameters(variables: SeenVariables) {
  private lazy val variablesHaveData = Parameters.replaceVariables(SPARK_VERSION) && !variables.areConstant
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
      named = Parameters.hasNamedMarker(text)
    }
    named
  }
}

private[plan] object Parameters {

  /** Before Spark 4.1 the arguments of `EXECUTE IMMEDIATE` that are variables stay in the plan, and those of `spark.sql` are
    * constants on all versions.
    */
  private def replaceVariables(version: String): Boolean = version.split('.').take(2) match {
    case Array("4", "0") => false
    case Array(major, _) => major.toInt >= 4
    case _ => true
  }

  /** A colon and a name. Other than the colon of `struct<a:int>`, it does not follow a name, unless that is the keyword before
    * a value; other than `a::int`, it is one colon.
    */
  private val marker = {
    val keywords =
      "select|where|having|and|or|not|in|by|on|when|then|else|between|limit|offset|like|is|as|using|values|set|return"
    s"(?i)(?:(?<![\\p{L}\\p{N}_`:)\\]])|(?<=\\b(?:$keywords))):\\s*[\\p{L}_`]".r
  }

  /** Whether a statement has markers `:name` outside of its literals and comments. A text whose literals cannot be found may
    * have some.
    */
  def hasNamedMarker(text: String): Boolean = Literals.masked(text).forall(marker.findFirstIn(_).nonEmpty)
}

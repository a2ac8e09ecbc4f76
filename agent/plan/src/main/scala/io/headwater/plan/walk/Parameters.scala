package io.headwater.plan.walk

import org.apache.spark.SPARK_VERSION
import org.apache.spark.sql.catalyst.expressions.Literal

import io.headwater.plan.session.{SeenVariables, SqlFragment}
import io.headwater.plan.sqltext.Literals

/** Finds the literals that Spark has put in place of the parameter markers `?` and `:name`. From Spark 4.1 on, `EXECUTE
  * IMMEDIATE … USING x` does so with the values of variables, and the plan has no reference to them. Each walk makes a
  * `Parameters` of its own.
  */
private[walk] final class Parameters(
    variables: SeenVariables,
    replaced: Boolean = Parameters.replacesVariables(SPARK_VERSION)
) {
  private lazy val variablesHaveData = replaced && !variables.areConstant
  private var searched: String = _ // the text that was searched last; a statement has one
  private var marked = false

  /** Whether a literal may be the value of a variable that depends on data. */
  def mayBeVariable(literal: Literal): Boolean = variablesHaveData && isArgument(literal)

  /** Whether a literal may stand for a parameter that `EXECUTE IMMEDIATE` has replaced. It does not take scripts, so the
    * markers in a script are those of its cursors and of the program. Spark's positions are those in the text with the
    * values of the parameters. So in a statement with markers, a literal whose text differs from its value may stand for
    * one.
    */
  private def isArgument(literal: Literal): Boolean = {
    val isOther =
      SqlFragment.of(literal.origin).exists(own => own != literal.sql && own != literal.toString)
    isOther && literal.origin.sqlText.exists(hasMarker)
  }

  private def hasMarker(text: String): Boolean = {
    if (searched ne text) {
      searched = text
      marked = !Parameters.isScript(text) && Parameters.hasMarker(text)
    }
    marked
  }
}

private[plan] object Parameters {

  /** Before Spark 4.1 the arguments of `EXECUTE IMMEDIATE` that are variables stay in the plan, and those of `spark.sql` are
    * constants on all versions.
    */
  private def replacesVariables(version: String): Boolean = version.split('.').take(2) match {
    case Array("4", "0") => false
    case Array(major, _) => major.toInt >= 4
    case _ => true
  }

  /** `BEGIN … END`, perhaps with a label. */
  private val script = {
    val comment = "(?:/\\*(?:[^*]|\\*(?!/))*+\\*/|--[^\n]*+\n)"
    s"(?is)(?:\\s|$comment)*+(?:(?:`(?:[^`]|``)++`|\\w++)\\s*+:\\s*+)?BEGIN\\b".r
  }

  private def isScript(text: String): Boolean = script.findPrefixOf(text).nonEmpty

  /** `?`, or a colon and a name. Other than the colon of `struct<a:int>`, it does not follow a name, unless that is the
    * keyword before a value; other than `a::int`, it is one colon.
    */
  private val marker = {
    val keywords =
      "select|where|having|and|or|not|in|by|on|when|then|else|between|limit|offset|like|is|as|using|values|set|return"
    s"(?i)[?]|(?:(?<![\\p{L}\\p{N}_`:)\\]])|(?<=\\b(?:$keywords))):\\s*[\\p{L}_`]".r
  }

  /** Whether Spark may have put values of variables into a statement, which moves the positions in its text. */
  def mayBeIn(text: String): Boolean = replacesVariables(SPARK_VERSION) && hasMarker(text)

  /** Whether a statement has markers outside of its literals and comments. A text whose literals cannot be found may have
    * some.
    */
  def hasMarker(text: String): Boolean = Literals.masked(text, "''").forall(marker.findFirstIn(_).nonEmpty)
}

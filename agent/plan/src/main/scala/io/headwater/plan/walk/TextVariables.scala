package io.headwater.plan.walk

import java.util.Locale.ROOT

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.analysis.{UnresolvedAttribute, UnresolvedFunction}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.plan.session.{CachedLineage, ScriptPosition, SqlFragment, VariableName}
import io.headwater.util.ClassNames

/** Finds SQL variables in a part of a text whose expressions Spark evaluates while it analyses the query. Such a part has no
  * columns, so every name in it is that of a variable.
  *
  * @param position
  *   the position of the part
  */
private[plan] final class TextVariables(position: ScriptPosition, context: RuleContext) {
  import TextVariables._
  private val variables = context.session.variables

  /** The lineage of each variable in an expression; None for one whose lineage is unknown. */
  def in(value: Expression): Seq[Option[CachedLineage]] = value.collect {
    case a: UnresolvedAttribute if !functions(a.name.toLowerCase(ROOT)) => variable(a.nameParts)
    // the argument of a parameter may be a variable
    case p if parameters(ClassNames.simple(p)) => None
  }

  /** The variable, or the variable whose field the parts name. Variables of a script hide those of the session. */
  private def variable(parts: Seq[String]): Option[CachedLineage] = {
    val names = parts.indices.map(i => parts.take(parts.size - i))
    names.flatMap(name => ofScript(name).orElse(ofSession(name))).headOption.flatten
  }

  /** The text does not show which block a variable belongs to. So of several of one name, all are meant. */
  private def ofScript(parts: Seq[String]): Option[Option[CachedLineage]] = {
    val label = parts.dropRight(1)
    val declared = if (label.size > 1) Vector.empty
    else variables.declaredBefore(position, stored(parts.last)).filter(v =>
      label.forall(l => v.namespace.lastOption.contains(stored(l)))
    )
    val lineages = declared.map(variables.newest(_).flatten)
    if (lineages.isEmpty) None
    else if (lineages.contains(None)) Some(None)
    else Some(Some(CachedLineage.anyOf(lineages.flatten)))
  }

  private def ofSession(parts: Seq[String]): Option[Option[CachedLineage]] =
    if (!qualifiers(parts.dropRight(1).map(_.toLowerCase(ROOT)))) None
    else variables.newest(VariableName.ofSession(stored(parts.last)))

  private def stored(name: String): String =
    context.session.variableName(Identifier.of(Array.empty[String], name)).name
}

private[plan] object TextVariables {

  /** Functions that are called without parentheses. */
  private val functions = Set(
    "current_catalog",
    "current_database",
    "current_date",
    "current_schema",
    "current_time",
    "current_timestamp",
    "current_user",
    "localtimestamp",
    "session_user",
    "user"
  )

  private val parameters = Set("NamedParameter", "PosParameter")

  private val qualifiers = Set(Seq.empty, Seq("session"), Seq("system", "session"))

  /** The variables in some arguments of a call, by the text of the call.
    *
    * @param positions
    *   those of the arguments
    * @return
    *   the lineage of each variable; None for one whose lineage is unknown
    */
  def inArguments(call: Expression, positions: Set[Int], context: RuleContext): Seq[Option[CachedLineage]] = {
    val origin = call.origin
    val found = for {
      text <- origin.sqlText if !context.session.variables.areConstant
      start <- origin.startIndex
      called <- SqlFragment.of(origin)
    } yield
      if (Parameters.mayBeIn(text)) Seq(None)
      else {
        val variables = new TextVariables(ScriptPosition.of(text, start), context)
        arguments(called).fold[Seq[Option[CachedLineage]]](Seq(None)) { all =>
          all.zipWithIndex.filter(a => positions(a._2)).flatMap(a => variables.in(a._1))
        }
      }
    found.getOrElse(Nil)
  }

  /** None if the text cannot be read. What is no call of a function has no such arguments. */
  private def arguments(text: String): Option[Seq[Expression]] =
    try
      Some(CatalystSqlParser.parseExpression(text) match {
        case f: UnresolvedFunction => f.arguments
        case _ => Nil
      })
    catch {
      case NonFatal(_) => None
      case _: StackOverflowError => None // the recursion of the parser
    }
}

package io.headwater.plan.variables

import java.util.Locale.ROOT

import scala.collection.immutable.LongMap
import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.analysis.{UnresolvedAttribute, UnresolvedInlineTable}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.Certainty
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.session.{CachedLineage, ScriptPosition, VariableName}
import io.headwater.plan.walk.{CachedNodes, Parameters, RuleContext}
import io.headwater.util.ClassNames

/** `VALUES (…)`. Spark evaluates its expressions while it analyses the query, so only the text of the query still has the
  * names of the variables in it.
  */
object InlineTables {

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

  /** The scope of a relation that may have been made from `VALUES`. */
  def scope(relation: LogicalPlan, context: RuleContext): Scope =
    if (context.session.variables.areConstant) context.generated(relation.output)
    else PartOfText.of(relation, "values") match {
      case Some((text, place)) =>
        rows(text).fold(unreadable(relation, context))(new InlineTables(_, place, context).scope(relation))
      case None if relation.origin.sqlText.exists(Parameters.mayBeIn) => unreadable(relation, context)
      case None => context.generated(relation.output)
    }

  private def unreadable(relation: LogicalPlan, context: RuleContext): Scope =
    context.unknown(
      relation.output,
      "columns",
      "the text of VALUES, which may have variables, cannot be read"
    )

  private def rows(text: String): Option[Seq[Seq[Expression]]] =
    // the parser itself evaluates rows that have literals only
    try Some(CatalystSqlParser.parsePlan(text).collect { case t: UnresolvedInlineTable => t.rows }.flatten)
    catch {
      case NonFatal(_) => None
      case _: StackOverflowError => None // the recursion of the parser
    }
}

private final class InlineTables(rows: Seq[Seq[Expression]], place: ScriptPosition, context: RuleContext) {
  private val variables = context.session.variables

  def scope(relation: LogicalPlan): Scope = {
    val columns = relation.output.zipWithIndex.map { case (a, i) =>
      a.exprId.id -> column(rows.flatMap(_.lift(i)))
    }
    Scope(LongMap(columns: _*), context.graph.nothing)
  }

  private def column(values: Seq[Expression]): Int = {
    val used = values.flatMap(value => variablesIn(value).map(_ -> kinds(value))).distinct
    val unknown = used.exists(_._1.isEmpty)
    if (unknown) context.gap("columns", "what set a variable in VALUES is not known")
    val edges = used.toVector.flatMap { case (lineage, kinds) =>
      lineage.toVector.flatMap { known =>
        val nodes = CachedNodes.of(known, context.findings)
        Vector(Edge(nodes.columns(0), kinds), Edge(nodes.rows, Kinds.identity))
      }
    }
    val certainty = if (unknown) Certainty.Unknown else Certainty.Exact
    context.graph.derived(edges.filter(_.to != context.graph.nothing).distinct, certainty)
  }

  private def kinds(value: Expression): Int = value match {
    case _: UnresolvedAttribute => Kinds.identity
    case _ => Kinds.value
  }

  /** The lineage of each variable in an expression; None for one whose lineage is unknown. */
  private def variablesIn(value: Expression): Seq[Option[CachedLineage]] = value.collect {
    case a: UnresolvedAttribute if !InlineTables.functions(a.name.toLowerCase(ROOT)) => variable(a.nameParts)
    // the argument of a parameter may be a variable
    case p if InlineTables.parameters(ClassNames.simple(p)) => None
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
    else variables.declaredBefore(place, stored(parts.last)).filter(v =>
      label.forall(l => v.namespace.lastOption.contains(stored(l)))
    )
    val lineages = declared.map(variables.newest(_).flatten)
    if (lineages.isEmpty) None
    else if (lineages.contains(None)) Some(None)
    else Some(Some(CachedLineage.anyOf(lineages.flatten)))
  }

  private def ofSession(parts: Seq[String]): Option[Option[CachedLineage]] =
    if (!InlineTables.qualifiers(parts.dropRight(1).map(_.toLowerCase(ROOT)))) None
    else variables.newest(VariableName.ofSession(stored(parts.last)))

  private def stored(name: String): String =
    context.session.variableName(Identifier.of(Array.empty[String], name)).name
}

package io.headwater.plan.variables

import scala.collection.immutable.LongMap
import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.analysis.{UnresolvedAttribute, UnresolvedInlineTable}
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.Certainty
import io.headwater.plan.graph.{Edge, Kinds, Scope}
import io.headwater.plan.session.{CachedLineage, ScriptPosition}
import io.headwater.plan.walk.{CachedNodes, Parameters, RuleContext, TextVariables}

/** `VALUES (…)`. Spark evaluates its expressions while it analyses the query, so only the text of the query still has the
  * names of the variables in it.
  */
object InlineTables {

  /** The scope of a relation that may have been made from `VALUES`. */
  def scope(relation: LogicalPlan, context: RuleContext): Scope =
    if (context.session.variables.areConstant) context.generated(relation.output)
    else PartOfText.of(relation, "values") match {
      case Some((text, position)) =>
        rows(text).fold(unreadable(relation, context))(new InlineTables(_, position, context).scope(relation))
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

private final class InlineTables(rows: Seq[Seq[Expression]], position: ScriptPosition, context: RuleContext) {
  private val variables = new TextVariables(position, context)

  def scope(relation: LogicalPlan): Scope = {
    val columns = relation.output.zipWithIndex.map { case (a, i) =>
      a.exprId.id -> column(rows.flatMap(_.lift(i)))
    }
    Scope(LongMap(columns: _*), context.graph.nothing)
  }

  private def column(values: Seq[Expression]): Int = {
    val used = distinct(values.flatMap(value => variables.in(value).map(_ -> kinds(value))))
    val unknown = used.exists(_._1.isEmpty)
    if (unknown) context.gap("columns", "what set a variable in VALUES is not known")
    val edges = used.flatMap { case (lineage, kinds) =>
      lineage.toVector.flatMap { known =>
        val nodes = CachedNodes.of(known, context.findings)
        Vector(Edge(nodes.columns(0), kinds), Edge(nodes.rows, Kinds.identity))
      }
    }
    val certainty = if (unknown) Certainty.Unknown else Certainty.Exact
    context.graph.derived(edges.filter(_.to != context.graph.nothing).distinct, certainty)
  }

  /** Compares by reference, because a lineage may be large: that of one variable is one object. */
  private def distinct(uses: Seq[(Option[CachedLineage], Int)]): Vector[(Option[CachedLineage], Int)] =
    uses.foldLeft(Vector.empty[(Option[CachedLineage], Int)]) { case (kept, use @ (lineage, kinds)) =>
      if (kept.exists(k => k._2 == kinds && (k._1.orNull eq lineage.orNull))) kept else kept :+ use
    }

  private def kinds(value: Expression): Int = value match {
    case _: UnresolvedAttribute => Kinds.identity
    case _ => Kinds.transformation
  }
}

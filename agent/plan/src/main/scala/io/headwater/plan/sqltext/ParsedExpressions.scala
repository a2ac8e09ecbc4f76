package io.headwater.plan.sqltext

import java.util.Locale.ROOT

import scala.collection.mutable

import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, Kind}
import io.headwater.plan.expressions.Subqueries
import io.headwater.plan.graph.Kinds.{conditional, transformation, window}
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.plan.sqltext.FunctionNames.{aggregates, aggregatesWithCondition, masking, ranking}
import io.headwater.plan.sqltext.rewrite.DialectRewrites

/** The dependencies of expressions in a parsed, unresolved query. Functions are recognised by name, with
  * the same kinds of dependency as in Spark's own plans. The recursion is no deeper than the recursion of
  * the parser was.
  */
private[sqltext] final class ParsedExpressions(
    graph: Graph,
    names: ColumnResolver,
    stars: StarArguments,
    read: (LogicalPlan, List[Vector[TextRelation]]) => TextScope
) {
  import ParsedExpressions._

  private var windows = Map.empty[String, WindowSpecDefinition]

  /** Reads a part of a query in which `OVER w` means one of these windows. */
  def withWindows(named: Map[String, WindowSpecDefinition])(part: => TextScope): TextScope = {
    val outer = windows
    windows = outer ++ named
    val scope = part
    windows = outer
    scope
  }

  /** The node of an expression in a select list. An expression that only passes a column on has the node of
    * that column.
    *
    * @param scopes
    *   the relations of each enclosing query, starting with the innermost
    */
  def node(expression: Expression, scopes: List[Vector[TextRelation]]): Int = expression match {
    case a: Alias => node(a.child, scopes)
    case a: UnresolvedAlias => node(a.child, scopes)
    case a: UnresolvedAttribute => names.node(a.nameParts.toVector, scopes, isWholeItem = true)
    case e =>
      val (edges, certainty) = uses(Seq(e), Kinds.identity, scopes)
      graph.derived(edges, certainty)
  }

  /** The node for the rows: `base`, and `expressions` used as `kind`. */
  def rows(base: Int, kind: Kind, expressions: Seq[Expression], scopes: List[Vector[TextRelation]]): Int = {
    val (edges, certainty) = uses(expressions, Kinds.of(kind), scopes)
    if (edges.isEmpty && certainty == Certainty.Exact) base
    else graph.derived(Edge(base, Kinds.identity) +: edges, certainty)
  }

  private def uses(
      expressions: Seq[Expression],
      kinds: Int,
      scopes: List[Vector[TextRelation]]
  ): (Vector[Edge], Certainty) = {
    val kindsByNode = mutable.LinkedHashMap.empty[Int, Int]
    def edge(to: Int, kinds: Int): Unit =
      if (to != graph.nothing) kindsByNode(to) = kindsByNode.getOrElse(to, Kinds.none) | kinds
    def visit(e: Expression, kinds: Int, scopes: List[Vector[TextRelation]]): Unit = e match {
      case a: UnresolvedAttribute => edge(names.node(a.nameParts.toVector, scopes), kinds)
      case s: SubqueryExpression => subquery(s, scopes).foreach { case (n, k) =>
          edge(n, Kinds.compose(kinds, k))
        }
      case other => visitAll(
          inputs(other).map { case (inner, k) => inner -> Kinds.compose(kinds, k) },
          if (isAggregateCall(other)) ofArguments(scopes) else scopes
        )
    }
    def visitAll(parts: Seq[(Expression, Int)], scopes: List[Vector[TextRelation]]): Unit = {
      stars.nodes(parts, scopes)(node(_, scopes)).foreach { case (to, k) => edge(to, k) }
      parts.foreach { case (e, k) => if (!StarArguments.isPart(e)) visit(e, k, scopes) }
    }
    visitAll(expressions.map(_ -> kinds), scopes)
    val certainty = if (expressions.exists(_.exists(isUnresolved))) Certainty.Unknown else Certainty.Exact
    (kindsByNode.iterator.map { case (to, k) => Edge(to, k) }.toVector, certainty)
  }

  /** One node that depends on all expressions, used as values. */
  def combined(expressions: Seq[Expression], scopes: List[Vector[TextRelation]]): Int = {
    val (edges, certainty) = uses(expressions, transformation, scopes)
    graph.derived(edges, certainty)
  }

  /** Whether the inputs of the expression are elsewhere: a window that `OVER w` names and that is not known, or
    * an ordinal behind a star.
    */
  private def isUnresolved(e: Expression): Boolean = e match {
    case w: UnresolvedWindowExpression => !windows.contains(w.windowSpec.name)
    case other => other.isInstanceOf[UnresolvedOrdinal]
  }

  private def subquery(s: SubqueryExpression, scopes: List[Vector[TextRelation]]): Seq[(Int, Int)] = {
    val scope = read(if (s.isInstanceOf[Exists]) Subqueries.rowsOf(s) else s.plan, scopes)
    val values = s match {
      case _: ScalarSubquery => scope.items.take(1).flatMap(names.nodes).map(_ -> Kinds.identity)
      case _: Exists => Vector.empty
      case _ => scope.items.flatMap(names.nodes).map(_ -> transformation)
    }
    values :+ (scope.rows -> Kinds.identity)
  }

  private def inputs(e: Expression): Seq[(Expression, Int)] = e match {
    case a: Alias => Seq(a.child -> Kinds.identity)
    case a: UnresolvedAlias => Seq(a.child -> Kinds.identity)
    case s: SortOrder => Seq(s.child -> Kinds.identity)
    case c: CaseWhen =>
      c.branches.flatMap { case (when, result) =>
        Seq(when -> conditional, result -> transformation)
      } ++ c.elseValue.map(_ -> transformation)
    case f: UnresolvedFunction => function(f)
    case part: UnresolvedExtractValue => Seq(part.child -> transformation, part.extraction -> conditional)
    case w: UnresolvedWindowExpression if windows.contains(w.windowSpec.name) =>
      inputs(WindowExpression(w.child, windows(w.windowSpec.name)))
    case w: WindowExpression =>
      val spec = w.windowSpec
      windowFunction(w.windowFunction) ++ (spec.partitionSpec ++ spec.orderSpec).map(_ -> window)
    case other => other.children.map(_ -> transformation)
  }

  /** The inputs of the function of a window. It aggregates rows of the query rather than those of a group. */
  private def windowFunction(e: Expression): Seq[(Expression, Int)] = e match {
    case f: UnresolvedFunction if ranking(name(f)) => Nil
    case f: UnresolvedFunction => function(f).map { case (a, k) => a -> Kinds.compose(transformation, k) }
    case other => Seq(other -> transformation)
  }

  private def function(f: UnresolvedFunction): Seq[(Expression, Int)] = {
    val masks = masking(name(f))
    val arguments = name(f) match {
      case n if StarArguments.countsRows(f, n) => Nil
      case "coalesce" | "nvl" | "ifnull" => f.arguments.map(_ -> (transformation | conditional))
      case "isnull" if f.arguments.size == 2 => f.arguments.map(_ -> (transformation | conditional))
      case "decode" if f.arguments.size > 2 => choices(f.arguments.take(1), f.arguments.drop(1))
      case "multiif" => choices(Nil, f.arguments)
      case DialectRewrites.sortedBy => f.arguments.map(_ -> Kinds.sort)
      case "max_by" | "min_by" | "arg_max" | "arg_min" | "argmax" | "argmin" =>
        f.arguments.zip(Kinds.aggregation +: f.arguments.drop(1).map(_ => conditional))
      case "typeof" => Nil
      case "if" | "iff" | "iif" | "nvl2" | "elt" | "choose" =>
        f.arguments.zip(conditional +: f.arguments.drop(1).map(_ => transformation))
      case n if aggregatesWithCondition(n) =>
        val (values, condition) = f.arguments.splitAt(f.arguments.size - 1)
        values.map(_ -> Kinds.aggregation) ++ condition.map(_ -> Kinds.filter)
      case n if aggregates(n) =>
        f.arguments.map {
          case by: UnresolvedFunction if name(by) == DialectRewrites.sortedBy => by -> Kinds.identity
          case a => a -> Kinds.of(Kind.Aggregation, masks)
        }
      case _ => f.arguments.map(_ -> Kinds.of(Kind.Transformation, masks))
    }
    arguments ++ f.filter.map(_ -> Kinds.filter)
  }

  /** The inputs of `decode(a, 1, b, 2, c, d)` and of `multiIf(a, b, c, d, e)`: a condition and a value in turn, and the last one
    * is a value.
    *
    * @param always
    *   the conditions before them
    */
  private def choices(always: Seq[Expression], turns: Seq[Expression]): Seq[(Expression, Int)] =
    always.map(_ -> conditional) ++ turns.zipWithIndex.map { case (e, i) =>
      e -> (if (i % 2 == 0 && i < turns.size - 1) conditional else transformation)
    }
}

private[sqltext] object ParsedExpressions {

  /** Whether the expression aggregates several rows. */
  def isAggregate(e: Expression): Boolean = e.exists(isAggregateCall)

  private def isAggregateCall(e: Expression): Boolean = e match {
    case f: UnresolvedFunction => aggregates(name(f)) || aggregatesWithCondition(name(f))
    case _ => false
  }

  /** The relations that the arguments of an aggregate can use: not the columns of the query that is aggregated. */
  private def ofArguments(scopes: List[Vector[TextRelation]]): List[Vector[TextRelation]] = scopes match {
    case selected :: outer if selected.exists(_.role == RelationRole.Selected) => outer
    case _ => scopes
  }

  private def name(f: UnresolvedFunction): String = f.nameParts.lastOption.getOrElse("").toLowerCase(ROOT)
}

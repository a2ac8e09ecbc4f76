package io.headwater.plan.operators

import scala.annotation.tailrec

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.trees.TreePattern

import io.headwater.plan.expressions.{CastOf, ComparedLiteral}
import io.headwater.plan.graph.Scope
import io.headwater.plan.tables.CatalogViews
import io.headwater.plan.walk.{NodeLineage, RuleContext}

/** Matches a filter that leaves out whole branches of a `UNION` below it: `SELECT 'a' AS tag, x FROM t UNION ALL SELECT 'b', y
  * FROM u`, where `tag = 'a'`. Spark's optimizer pushes the filter into the branches, and does not read those in which it is
  * false. If it is false in all of them, nothing is left out here.
  *
  * Between the filter and the union there may be projections, other filters, `DISTINCT` and temporary views. Only comparisons
  * of a literal of a branch with a literal count. A subquery in the filter may use the columns of the union; then all branches
  * are inputs.
  */
private[operators] object PrunedUnion {

  /** How many nodes lead from a filter to a union at most, so that the cost of many filters stays low. */
  private val maxNodes = 20

  /** How many nodes are passed at most from a column of a branch to the literal that it is. */
  private val maxSteps = 100

  def unapply(plan: LogicalPlan): Option[NodeLineage] = plan match {
    case f: Filter if !f.isStreaming && !SubqueryExpression.hasCorrelatedSubquery(f.condition) =>
      for {
        (union, between) <- below(f.child, Nil)
        branches = flat(union)
        columns = new UnionColumns(union)
        if branches.exists(!remains(_, columns, f))
        filters = f +: between.collect { case other: Filter => other }
        kept = branches.filter(branch => filters.forall(remains(branch, columns, _))) if kept.nonEmpty
      } yield NodeLineage(kept, context => scope(f, between, over(union, kept, context), context))
    case _ => None
  }

  /** The columns of a union, computed once: until Spark 3.5, `Union.output` looks at all branches each time. */
  private final class UnionColumns(val union: Union) {
    private val positions = union.output.map(_.exprId).zipWithIndex.toMap

    /** The column of a branch at the place of a column of the union. */
    def in(branch: LogicalPlan, column: Attribute): Attribute =
      positions.get(column.exprId).flatMap(branch.output.lift(_)).getOrElse(column)
  }

  /** The union below a filter, and the nodes between them, the lowest first. */
  @tailrec private def below(
      plan: LogicalPlan,
      passed: List[LogicalPlan]
  ): Option[(Union, List[LogicalPlan])] = plan match {
    case u: Union => Some(u -> passed)
    case p if passed.size < maxNodes && isTransparent(p) => below(p.children.head, p :: passed)
    case _ => None
  }

  private def isTransparent(plan: LogicalPlan): Boolean = plan match {
    case _: Project | _: Filter =>
      plan.expressions.forall(e => e.deterministic && !e.containsPattern(TreePattern.PLAN_EXPRESSION))
    case v: View => v.isTempView
    case a: SubqueryAlias => !CatalogViews.isDefinition(a)
    case _: Distinct => true
    case _ => false
  }

  /** The branches of a union, in order. Those of `a UNION b UNION c` are nested. */
  private def flat(union: Union): Vector[LogicalPlan] = {
    @tailrec def collect(open: List[LogicalPlan], found: Vector[LogicalPlan]): Vector[LogicalPlan] =
      open match {
        case Nil => found
        case (u: Union) :: rest => collect(u.children.toList ++ rest, found)
        case branch :: rest => collect(rest, found :+ branch)
      }
    collect(union.children.toList, Vector.empty)
  }

  private def over(union: Union, kept: Vector[LogicalPlan], context: RuleContext): Scope = {
    val ids = union.output.map(_.exprId.id)
    context.input.copy(columns = SetOperationRules.byPosition(context, ids, kept, union))
  }

  private def scope(f: Filter, between: List[LogicalPlan], union: Scope, context: RuleContext): Scope = {
    val input = between.foldLeft(union) { (scope, node) =>
      val inputs = context.over(scope)
      node match {
        case other: Filter => ProjectRules.filtered(other, inputs)
        case v: View => ViewRules.rule(v).derive(inputs)
        case _: SubqueryAlias => scope
        case other => ProjectRules.rule(other).derive(inputs)
      }
    }
    ProjectRules.filtered(f, context.over(input))
  }

  /** Whether a filter above a union may be true for rows of a branch. */
  private def remains(branch: LogicalPlan, union: UnionColumns, f: Filter): Boolean = {
    def literal(e: Expression): Option[Literal] = literalOf(e, f.child, branch, union, maxSteps)

    def same(left: Expression, right: Expression): Option[Boolean] = (literal(left), literal(right)) match {
      case (Some(l), Some(r)) if l.value == null || r.value == null => Some(false)
      case (Some(l @ ComparedLiteral(one)), Some(r @ ComparedLiteral(other))) if l.dataType == r.dataType =>
        Some(one == other)
      case _ => None
    }
    def different(left: Expression, right: Expression): Boolean = (literal(left), literal(right)) match {
      case (Some(l), Some(r)) => l.value != null && r.value != null && !same(l, r).contains(true)
      case _ => true
    }
    def mayHold(condition: Expression): Boolean = condition match {
      case And(left, right) => mayHold(left) && mayHold(right)
      case Or(left, right) => mayHold(left) || mayHold(right)
      case EqualTo(left, right) => !same(left, right).contains(false)
      case In(value, list) => list.exists(!same(value, _).contains(false))
      case Not(EqualTo(left, right)) => different(left, right)
      case Not(In(value, list)) => list.forall(different(value, _))
      case IsNull(value) => literal(value).forall(_.value == null)
      case IsNotNull(value) => literal(value).forall(_.value != null)
      case _ => true
    }
    mayHold(f.condition)
  }

  /** The literal that an expression over a plan is in all rows of a branch. */
  @tailrec private def literalOf(
      expression: Expression,
      plan: LogicalPlan,
      branch: LogicalPlan,
      union: UnionColumns,
      steps: Int
  ): Option[Literal] = (expression, plan) match {
    case (l: Literal, _) => Some(l)
    case (e @ CastOf(value), _) if steps > 0 && value.dataType == e.dataType => // in a view that SQL has made
      literalOf(value, plan, branch, union, steps - 1)
    case (a: Alias, _) if steps > 0 => literalOf(a.child, plan, branch, union, steps - 1)
    case (a: Attribute, ColumnDefinitions(of, input)) if steps > 0 =>
      of(a) match {
        case Some(definition) => literalOf(definition, input, branch, union, steps - 1)
        case None => None
      }
    case (a: Attribute, u: Union) if (u eq union.union) && steps > 0 =>
      literalOf(union.in(branch, a), branch, branch, union, steps - 1)
    case _ => None
  }

  /** Matches a node with one input. Gives what a column is in terms of that input, and the input. */
  private object ColumnDefinitions {
    def unapply(plan: LogicalPlan): Option[(Attribute => Option[Expression], LogicalPlan)] = plan match {
      case p: Project => Some((inList(p.projectList, _), p.child))
      case a: Aggregate => Some((inList(a.aggregateExpressions, _), a.child))
      case v: View => Some((a => Some(renamed(a, v, v.child)), v.child))
      case _: SubqueryAlias | _: Filter | _: Distinct | _: Sort | _: GlobalLimit | _: LocalLimit =>
        Some((a => Some(a), plan.children.head))
      case _ => None
    }

    private def inList(list: Seq[NamedExpression], column: Attribute): Option[Expression] =
      list.find(_.exprId == column.exprId).map {
        case a: Alias => a.child
        case other => other
      }
  }

  /** The column of a plan at the place of a column of another one. */
  private def renamed(column: Attribute, from: LogicalPlan, to: LogicalPlan): Attribute =
    from.output.indexWhere(_.exprId == column.exprId) match {
      case i if i >= 0 && i < to.output.size => to.output(i)
      case _ => column
    }
}

package io.headwater.plan.walk

import java.util.IdentityHashMap

import scala.collection.mutable
import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.expressions.{Expression, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreePattern

import io.headwater.plan.graph.Scope
import io.headwater.plan.session.SessionContext

/** The one pass over a plan, from the leaves up. It knows no node: what to read and how is in `rules`. A node that is
  * shared by reference is read once; the stack is the walk's own, so no plan is too deep for it.
  */
final class Walk(rules: LogicalPlan => NodeLineage, session: SessionContext) {
  private val findings = new Findings

  def apply(plan: LogicalPlan): (Findings, Scope) = {
    val scope = run(new Visit(plan, Vector.empty, new IdentityHashMap))
    (findings, scope)
  }

  private type Memo = IdentityHashMap[LogicalPlan, Scope]

  /** A node being read: first its inputs, then the subqueries in its expressions, then itself. */
  private final class Visit(val plan: LogicalPlan, val outer: Vector[Scope], val memo: Memo) {
    private val reading = attempt("match", rules(plan)).getOrElse(unread)
    private val inputs = reading.inputs.toVector
    private lazy val subqueries = Walk.subqueries(plan.expressions ++ reading.extraExpressions)
    private lazy val around = inputSite.input +: outer
    private val inner = new Memo
    private val next = (inputs.iterator.map(p => () => new Visit(p, outer, memo)) ++
      Iterator(()).flatMap(_ => subqueries.iterator.map(s => () => inside(s))))

    /** The next plan that must be read before this one, if any. */
    def pending(): Option[Visit] = if (next.hasNext) Some(next.next()()) else None

    def done(): Scope = {
      val context = new RuleContext(
        plan,
        scopes,
        p => Option(inner.get(p)).orElse(Option(memo.get(p))),
        outer,
        findings,
        session
      )
      attempt("read", reading.read(context)).getOrElse(unread.read(context))
    }

    /** A node whose rule failed is read as one that no rule knows, so the rest of the plan keeps its lineage. */
    private def unread: NodeLineage = UnknownNode.failed(plan)

    private def attempt[A](stage: String, read: => A): Option[A] =
      try Some(read)
      catch {
        case NonFatal(e) => failed(stage, e)
        case e: LinkageError => failed(stage, e) // a library of another version than its rule expects
      }

    private def failed(stage: String, cause: Throwable): None.type = {
      findings.gap(
        plan,
        stage,
        s"${cause.getClass.getName}: ${Option(cause.getMessage).getOrElse("no message")}"
      )
      None
    }

    private def scopes: Vector[Scope] = inputs.map(memo.get(_))
    private def inputSite: RuleContext =
      new RuleContext(plan, scopes, _ => None, outer, findings, session)

    /** A correlated subquery's scope holds here only; any other is the same wherever its plan stands. */
    private def inside(subquery: SubqueryExpression): Visit = new Visit(subquery.plan, around, inner)
  }

  private def run(root: Visit): Scope = {
    val open = mutable.ArrayBuffer(root)
    while (open.nonEmpty) {
      val visit = open.last
      if (visit.memo.containsKey(visit.plan)) open.remove(open.size - 1)
      else
        visit.pending() match {
          case Some(first) => open += first
          case None =>
            visit.memo.put(visit.plan, visit.done())
            open.remove(open.size - 1)
        }
    }
    root.memo.get(root.plan)
  }
}

object Walk {

  /** The subqueries in a node's expressions, not those inside other subqueries. */
  private def subqueries(expressions: Seq[Expression]): Vector[SubqueryExpression] = {
    val found = mutable.ArrayBuffer.empty[SubqueryExpression]
    val open = mutable.ArrayBuffer.empty[Expression]
    open ++= expressions.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION))
    while (open.nonEmpty) open.remove(open.size - 1) match {
      case s: SubqueryExpression =>
        found += s
        open ++= s.children.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION))
      case e => open ++= e.children.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION))
    }
    found.toVector
  }
}

package io.headwater.plan.walk

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Expression, SubqueryExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreePattern

import io.headwater.plan.graph.Scope
import io.headwater.plan.session.SessionContext
import io.headwater.util.{Attempts, Texts}

/** The one pass over a plan, from the leaves up. The rules decide how each node is read. A node that is shared by
  * reference is read once. The walk has its own stack, so the depth of a plan is not limited by the thread's stack.
  *
  * @param rules how a node is read; the agent passes the table of [[io.headwater.plan.Rules]]
  */
final class Walk(rules: LogicalPlan => NodeLineage, session: SessionContext) {
  private val findings = new Findings
  private val parameters = new Parameters(session.variables)
  private val variableColumns = new VariableColumns(session.variables)

  def apply(plan: LogicalPlan): (Findings, Scope) = {
    val scope = run(new Visit(plan, Vector.empty, new IdentityHashMap, inView = false))
    (findings, scope)
  }

  private type Memo = IdentityHashMap[LogicalPlan, Scope]

  /** The visit of one node: first its inputs, then the subqueries in its expressions, then the node itself.
    *
    * @param inView whether the node belongs to the definition of a view
    */
  private final class Visit(
      val plan: LogicalPlan,
      val outer: Vector[Scope],
      val memo: Memo,
      inView: Boolean
  ) {
    private val lineage = attempt("match", rules(plan)).getOrElse(fallback)
    private val inputs = lineage.inputs.toVector
    private val inputsInView = inView || lineage.definesView
    // a node that a view shares with the query around it is read for each of them
    private val inputMemo = if (lineage.definesView) new Memo else memo
    private lazy val subqueries = Walk.subqueries(plan.expressions ++ lineage.extraExpressions)
    private lazy val subqueryOuter = context(_ => None).input +: outer
    private lazy val subqueryMemo = new Memo // few nodes have subqueries
    // a visit asks the rules, so the memo comes first
    private val dependencies =
      inputs.iterator.filterNot(inputMemo.containsKey).map(new Visit(_, outer, inputMemo, inputsInView)) ++
        subqueries.iterator.filterNot(s => subqueryMemo.containsKey(s.plan)).map(visitOf)

    /** The next plan that must be read before this one. */
    def nextDependency(): Option[Visit] = if (dependencies.hasNext) Some(dependencies.next()) else None

    /** The node's scope, after all dependencies have been read. */
    def scope(): Scope = {
      val ready = context(p => Option(subqueryMemo.get(p)).orElse(Option(inputMemo.get(p))))
      attempt("read", variableColumns.read(plan))
      findings.within(inView)(attempt("read", lineage.derive(ready)).getOrElse(fallback.derive(ready)))
    }

    /** Replaces a rule that failed, so that the rest of the plan keeps its lineage. */
    private def fallback: NodeLineage = UnknownNode.failed(plan)

    private def attempt[A](stage: String, read: => A): Option[A] =
      Attempts.nonFatal(read).fold(failed(stage, _), Some(_))

    private def failed(stage: String, cause: Throwable): Option[Nothing] = {
      findings.gap(
        plan,
        stage,
        // the message of an error may print a whole plan
        s"${cause.getClass.getName}: ${Texts.shortened(Option(cause.getMessage).getOrElse("no message"), Walk.maxMessage)}"
      )
      None
    }

    private def context(subqueries: LogicalPlan => Option[Scope]): RuleContext =
      new RuleContext(
        plan,
        inputs.map(inputMemo.get(_)),
        subqueries,
        outer,
        findings,
        session,
        parameters,
        variableColumns
      )

    /** A subquery has a memo of its own: the scope of a correlated subquery is valid for this node only. */
    private def visitOf(subquery: SubqueryExpression): Visit =
      new Visit(subquery.plan, subqueryOuter, subqueryMemo, inView)
  }

  private def run(root: Visit): Scope = {
    val stack = mutable.ArrayBuffer(root)
    while (stack.nonEmpty) {
      val visit = stack.last
      visit.nextDependency() match {
        case Some(dependency) => stack += dependency
        case None =>
          visit.memo.put(visit.plan, visit.scope())
          stack.remove(stack.size - 1)
      }
    }
    root.memo.get(root.plan)
  }
}

object Walk {

  /** The bound on the characters of an error's message in a gap. */
  private val maxMessage = 1000

  /** The subqueries in the expressions of a node, without those inside other subqueries. */
  private def subqueries(expressions: Seq[Expression]): Vector[SubqueryExpression] = {
    val found = expressions.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION))
    if (found.isEmpty) Vector.empty else subqueriesIn(found)
  }

  private def subqueriesIn(expressions: Seq[Expression]): Vector[SubqueryExpression] = {
    val result = mutable.ArrayBuffer.empty[SubqueryExpression]
    val stack = mutable.ArrayBuffer.empty[Expression]
    stack ++= expressions
    while (stack.nonEmpty) stack.remove(stack.size - 1) match {
      case s: SubqueryExpression =>
        result += s
        stack ++= s.children.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION))
      case e => stack ++= e.children.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION))
    }
    result.toVector
  }
}

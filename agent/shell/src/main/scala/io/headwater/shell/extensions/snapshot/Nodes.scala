package io.headwater.shell.extensions.snapshot

import java.util.IdentityHashMap

import scala.collection.mutable
import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression
import org.apache.spark.sql.catalyst.plans.logical.{Command, LogicalPlan}
import org.apache.spark.sql.catalyst.trees.TreePattern
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.shell.capture.AvailablePlans
import io.headwater.shell.json.Json
import io.headwater.util.IdentitySet

/** The plan nodes of a query, numbered for extensions. First come the nodes of the analysed plan. Nodes of the
  * optimised plan follow; visitors visit only those whose class the analysed plan does not have. A plan that a
  * command has as a constructor argument counts as its child.
  */
final class Nodes(analyzed: Option[LogicalPlan], optimized: => Option[LogicalPlan]) {
  private val numbers = new IdentityHashMap[LogicalPlan, Int]
  private val parents = mutable.HashMap.empty[Int, Int]
  private val plans = mutable.ArrayBuffer.empty[LogicalPlan]

  /** The number of nodes of the analysed plan. Lazy, since most queries have no visitor. */
  private lazy val analyzedCount: Int = {
    analyzed.foreach(addNodes)
    plans.size
  }

  private lazy val totalCount: Int = {
    val first = analyzedCount
    optimized.foreach(addNodes)
    math.max(first, plans.size)
  }

  /** The nodes of the optimised plan whose class the analysed plan does not have. */
  private lazy val optimizedOnly: Vector[Int] = {
    val analyzedClasses = plans.take(analyzedCount).map(_.getClass).toSet[Class[_]]
    (analyzedCount until totalCount).filterNot(i => analyzedClasses(plans(i).getClass)).toVector
  }

  private lazy val optimizedOnlyNumbers: Set[Int] = optimizedOnly.toSet

  def number(plan: LogicalPlan): Option[Int] =
    if (numbers.containsKey(plan)) Some(numbers.get(plan)) else None

  def node(number: Int): Option[LogicalPlan] =
    if (isAnalyzed(number) || optimizedOnlyNumbers(number)) plans.lift(number) else None

  def isAnalyzed(number: Int): Boolean = number < analyzedCount

  /** The nodes of both plans, each once. */
  def all: Vector[(Int, LogicalPlan)] = (0 until totalCount).toVector.map(i => i -> plans(i))

  /** Whether the node is the root of either plan, or a command. Other nodes write nothing. */
  def isRootOrCommand(number: Int): Boolean =
    plans(number).isInstanceOf[Command] ||
      (analyzed ++ optimized).exists(root => this.number(root).contains(number))

  /** Whether a node of either plan passes the test. This numbers no nodes. */
  def exists(test: LogicalPlan => Boolean): Boolean = {
    val seen = IdentitySet.empty[LogicalPlan]
    def from(root: LogicalPlan): Boolean = {
      val open = mutable.ArrayBuffer(root)
      var found = false
      while (!found && open.nonEmpty) {
        val plan = open.remove(open.size - 1)
        if (seen.add(plan)) {
          found = test(plan)
          Nodes.addChildren(plan, open)
        }
      }
      found
    }
    analyzed.exists(from) || optimized.exists(from)
  }

  /** The nodes that visitors visit: each node once, with its visitors. */
  def matching(visitors: Vector[Hook.Visitor]): Vector[(Int, Vector[Hook.Visitor])] =
    if (visitors.isEmpty) Vector.empty
    else {
      val byClass = mutable.HashMap.empty[Class[_], Vector[Hook.Visitor]]
      ((0 until analyzedCount).toVector ++ optimizedOnly).flatMap { i =>
        val plan = plans(i)
        val byName =
          byClass.getOrElseUpdate(plan.getClass, visitors.filter(Nodes.matchesName(_, plan.getClass)))
        val matching = byName.filter(v => v.holds.isEmpty || Nodes.matchesArgument(v, plan))
        if (matching.isEmpty) None else Some(i -> matching)
      }
    }

  /** The node as JSON (docs/python-bridge.md, "A request"). */
  def snapshot(i: Int, hooks: Vector[Hook.Visitor], values: NodeValues): ObjectNode = {
    val plan = plans(i)
    val out = Json.obj().put("i", i).put("class", plan.getClass.getName).put("node", plan.nodeName)
      .put("plan", if (isAnalyzed(i)) "analyzed" else "optimized")
    parents.get(i).foreach(p => out.put("parent", p))
    out.set[JsonNode]("children", Json.ints(Nodes.distinct(Nodes.children(plan)).flatMap(number)))
    out.set[JsonNode]("output", NodeValues.output(Try(plan.output).getOrElse(Nil)))
    out.set[JsonNode]("input", NodeValues.output(Try(plan.inputSet.toSeq).getOrElse(Nil)))
    out.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
    val args = Json.obj()
    ProductNames.of(plan).zip(plan.productIterator.toVector).foreach { case (name, value) =>
      args.set[JsonNode](name, values.argument(name, value))
    }
    out.set[JsonNode]("args", args)
    val needs = Json.obj()
    val unread = Json.obj()
    hooks.flatMap(_.needs).distinct.foreach { path =>
      values.optional(plan, path) match {
        case Right(value) => needs.set[JsonNode](path, value)
        case Left(reason) => unread.put(path, reason)
      }
    }
    if (!unread.isEmpty) out.set[JsonNode]("unread", unread)
    out.set[ObjectNode]("needs", needs)
  }

  private def addNodes(root: LogicalPlan): Unit = {
    val open = mutable.ArrayBuffer((root, -1))
    while (open.nonEmpty) {
      val (plan, parent) = open.remove(open.size - 1)
      if (!numbers.containsKey(plan)) {
        val i = plans.size
        numbers.put(plan, i)
        plans += plan
        if (parent >= 0) parents(i) = parent
        open ++= Nodes.children(plan).reverse.map(_ -> i)
      }
    }
  }
}

object Nodes {

  def of(query: QueryExecution): Nodes =
    new Nodes(AvailablePlans.analyzed(query), AvailablePlans.optimized(query))

  /** For a run without a plan. */
  def none: Nodes = new Nodes(None, None)

  /** A child may occur more than once. */
  private def children(plan: LogicalPlan): Seq[LogicalPlan] = {
    val found = mutable.ArrayBuffer.empty[LogicalPlan]
    addChildren(plan, found)
    found.toVector
  }

  private def addChildren(plan: LogicalPlan, to: mutable.ArrayBuffer[LogicalPlan]): Unit = {
    to ++= plan.children
    plan.innerChildren.foreach { case p: LogicalPlan => to += p; case _ => }
    var i = 0
    while (i < plan.productArity) {
      plan.productElement(i) match { case p: LogicalPlan => to += p; case _ => }
      i += 1
    }
    to ++= subqueries(plan)
  }

  private def subqueries(plan: LogicalPlan): Seq[LogicalPlan] =
    if (!plan.containsPattern(TreePattern.PLAN_EXPRESSION)) Nil
    else plan.expressions.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION)).flatMap(
      _.collect { case s: SubqueryExpression => s.plan }
    )

  private def matchesName(v: Hook.Visitor, c: Class[_]): Boolean =
    v.nodes.exists(_.matches(c)) || v.supertypes.exists(_.matchesSubclass(c))

  private def matchesArgument(v: Hook.Visitor, plan: LogicalPlan): Boolean =
    plan.productIterator.flatMap {
      case Some(inner: AnyRef) => Some(inner)
      case value: AnyRef => Some(value)
      case _ => None
    }.exists(argument => v.holds.exists(_.matchesSubclass(argument.getClass)))

  /** Compares by reference: equal plans can be different nodes. */
  private def distinct(plans: Seq[LogicalPlan]): Seq[LogicalPlan] = {
    val seen = IdentitySet.empty[LogicalPlan]
    plans.filter(seen.add(_))
  }
}

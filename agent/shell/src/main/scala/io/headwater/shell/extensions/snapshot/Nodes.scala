package io.headwater.shell.extensions.snapshot

import java.util.IdentityHashMap

import scala.collection.mutable
import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.catalyst.trees.TreePattern
import org.apache.spark.sql.execution.QueryExecution

import io.headwater.shell.json.Json

/** The nodes of a query as extensions know them, each by its number: those of the analysed plan, then those of the
  * optimised one whose class the analysed one has not. A plan that a command holds as an argument counts as its child.
  */
final class Nodes(analyzed: Option[LogicalPlan], optimized: => Option[LogicalPlan]) {
  private val numbers = new IdentityHashMap[LogicalPlan, Int]
  private val parents = mutable.HashMap.empty[Int, Int]
  private val all = mutable.ArrayBuffer.empty[LogicalPlan]

  /** How many the analysed plan has. Plans are gathered when somebody asks for a node: most queries have no visitor. */
  private lazy val fromAnalyzed: Int = {
    analyzed.foreach(gather)
    all.size
  }

  private lazy val fromBoth: Int = {
    val first = fromAnalyzed
    optimized.foreach(gather)
    math.max(first, all.size)
  }

  /** Nodes that only the optimised plan has. */
  private lazy val extra: Vector[Int] = {
    val known = all.take(fromAnalyzed).map(_.getClass).toSet[Class[_]]
    (fromAnalyzed until fromBoth).filterNot(i => known(all(i).getClass)).toVector
  }

  def number(plan: LogicalPlan): Option[Int] =
    if (numbers.containsKey(plan)) Some(numbers.get(plan)) else None

  def node(number: Int): Option[LogicalPlan] =
    if (isAnalyzed(number) || extra.contains(number)) all.lift(number) else None

  def isAnalyzed(number: Int): Boolean = number < fromAnalyzed

  /** Every node of both plans, each once. */
  def everything: Vector[(Int, LogicalPlan)] = (0 until fromBoth).toVector.map(i => i -> all(i))

  /** Whether a node of either plan is such. Looks on until one is, and gathers nothing. */
  def exists(test: LogicalPlan => Boolean): Boolean = {
    val met = new IdentityHashMap[LogicalPlan, Unit]
    def from(root: LogicalPlan): Boolean = {
      val open = mutable.ArrayBuffer(root)
      var found = false
      while (!found && open.nonEmpty) {
        val plan = open.remove(open.size - 1)
        if (!met.containsKey(plan)) {
          met.put(plan, ())
          found = test(plan)
          open ++= Nodes.below(plan)
        }
      }
      found
    }
    analyzed.exists(from) || optimized.exists(from)
  }

  /** What the visitors want to see: each node once, with the hooks that asked for it. */
  def matching(visitors: Vector[Hook.Visitor]): Vector[(Int, Vector[Hook.Visitor])] =
    if (visitors.isEmpty) Vector.empty
    else {
      val byClass = mutable.HashMap.empty[Class[_], Vector[Hook.Visitor]]
      ((0 until fromAnalyzed).toVector ++ extra).flatMap { i =>
        val plan = all(i)
        val named = byClass.getOrElseUpdate(plan.getClass, visitors.filter(Nodes.names(_, plan.getClass)))
        val asked = named.filter(v => v.holds.isEmpty || Nodes.holds(v, plan))
        if (asked.isEmpty) None else Some(i -> asked)
      }
    }

  /** The node in the form of docs/python-bridge.md. */
  def snapshot(i: Int, hooks: Vector[Hook.Visitor], values: NodeValues): ObjectNode = {
    val plan = all(i)
    val out = Json.obj().put("i", i).put("class", plan.getClass.getName).put("node", plan.nodeName)
      .put("plan", if (isAnalyzed(i)) "analyzed" else "optimized")
    parents.get(i).foreach(p => out.put("parent", p))
    out.set[JsonNode]("children", Json.ints(Nodes.distinct(Nodes.below(plan)).flatMap(number)))
    out.set[JsonNode]("output", NodeValues.output(Try(plan.output).getOrElse(Nil)))
    out.set[JsonNode]("input", NodeValues.output(Try(plan.inputSet.toSeq).getOrElse(Nil)))
    out.set[JsonNode]("hooks", Json.ints(hooks.map(_.id)))
    val args = Json.obj()
    ProductNames.of(plan).zip(plan.productIterator.toVector).foreach { case (name, value) =>
      args.set[JsonNode](name, values.argument(name, value))
    }
    out.set[JsonNode]("args", args)
    val needs = Json.obj()
    hooks.flatMap(_.needs).distinct.foreach { path =>
      Paths.resolve(plan, path) match {
        case Right(value) => needs.set[JsonNode](path, values.of(value))
        case Left(why) => needs.set[JsonNode](path, Json.obj().put("error", why))
      }
    }
    out.set[ObjectNode]("needs", needs)
  }

  private def gather(root: LogicalPlan): Unit = {
    val open = mutable.ArrayBuffer((root, -1))
    while (open.nonEmpty) {
      val (plan, parent) = open.remove(open.size - 1)
      if (!numbers.containsKey(plan)) {
        val i = all.size
        numbers.put(plan, i)
        all += plan
        if (parent >= 0) parents(i) = parent
        open ++= Nodes.below(plan).reverse.map(_ -> i)
      }
    }
  }
}

object Nodes {

  def of(query: QueryExecution): Nodes =
    new Nodes(Some(query.analyzed), Try(query.optimizedPlan).toOption)

  /** Those of a job without a plan. */
  def none: Nodes = new Nodes(None, None)

  /** A child may be there twice. */
  private def below(plan: LogicalPlan): Seq[LogicalPlan] = {
    val inner = plan.innerChildren.collect { case p: LogicalPlan => p }
    val held = plan.productIterator.collect { case p: LogicalPlan => p }
    plan.children ++ inner ++ held ++ subqueries(plan)
  }

  private def subqueries(plan: LogicalPlan): Seq[LogicalPlan] =
    if (!plan.containsPattern(TreePattern.PLAN_EXPRESSION)) Nil
    else plan.expressions.filter(_.containsPattern(TreePattern.PLAN_EXPRESSION)).flatMap(
      _.collect { case s: SubqueryExpression => s.plan }
    )

  private def names(v: Hook.Visitor, c: Class[_]): Boolean =
    v.nodes.exists(_.matches(c)) || v.extending.exists(_.matchesKind(c))

  private def holds(v: Hook.Visitor, plan: LogicalPlan): Boolean =
    plan.productIterator.flatMap {
      case Some(inner: AnyRef) => Some(inner)
      case value: AnyRef => Some(value)
      case _ => None
    }.exists(held => v.holds.exists(_.matchesKind(held.getClass)))

  /** By reference: equal plans are not the same. */
  private def distinct(plans: Seq[LogicalPlan]): Seq[LogicalPlan] = {
    val seen = new IdentityHashMap[LogicalPlan, Unit]
    plans.filter { p =>
      val fresh = !seen.containsKey(p)
      seen.put(p, ())
      fresh
    }
  }
}

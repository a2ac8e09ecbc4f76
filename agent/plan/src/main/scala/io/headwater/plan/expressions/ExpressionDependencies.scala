package io.headwater.plan.expressions

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Certainty, ColumnRef, Field, Kind}
import io.headwater.plan.graph.{Closure, Edge, Graph, Kinds, Scope}
import io.headwater.plan.session.FunctionDeclaration

/** What an expression can look things up in: the columns below it, those of the query around it, and the scopes of the
  * subqueries inside it.
  */
trait AttributeLookup {
  def column(exprId: Long): Option[Int]
  def outer(exprId: Long): Option[Int]
  def subquery(plan: LogicalPlan): Option[Scope]

  /** What is declared of a Python function; its datasets have been noted. */
  def declaration(function: AnyRef): Option[FunctionDeclaration]

  /** Whether an earlier statement has set a SQL variable from data; where it has, that is told. */
  def isSetFromData(variable: Identifier): Boolean

  /** A Python function's author has named columns that it is not given. */
  def reportUnknownColumns(function: String, columns: Seq[String]): Unit

  /** The node of a column of a dataset that the plan does not read. */
  def sourceColumn(column: ColumnRef): Int
}

/** The columns that an expression uses, and whether all of it could be read. */
final case class Dependencies(edges: Vector[Edge], certainty: Certainty)

/** How a value is made. One pass from the top: each subexpression is met with the kind of use that the ones above it
  * have decided, so `CASE WHEN a THEN b` uses `a` as a condition and `b` as a value. No recursion, and a subexpression
  * that is shared by reference is read once for each kind of use.
  */
final class ExpressionDependencies(graph: Graph, lookup: AttributeLookup) {
  import ExpressionDependencies._
  private val common = new CommonExpressions
  private val shapes = new IdentityHashMap[Expression, Int]
  private var inside = 0 // nested values that are being read, one in another

  def of(expression: Expression, kind: Kind = Kind.Identity): Dependencies = of(expression, Kinds.of(kind))

  private def of(expression: Expression, kinds: Int): Dependencies = {
    val found = mutable.LinkedHashMap.empty[Int, Int]
    val seen = new IdentityHashMap[Expression, Int]
    val open = mutable.ArrayBuffer(DependencyKinds(expression, kinds))
    var certainty: Certainty = Certainty.Exact // local to this pass

    def edge(to: Int, kinds: Int): Unit =
      if (to != graph.nothing) found(to) = found.getOrElse(to, Kinds.none) | kinds

    while (open.nonEmpty) {
      val use = open.remove(open.size - 1)
      val before = seen.getOrDefault(use.expression, Kinds.none)
      if ((before & use.kinds) != use.kinds) {
        seen.put(use.expression, before | use.kinds)
        place(use.expression) match {
          case Found(node, kinds, chosenBy) =>
            edge(node, Kinds.compose(use.kinds, kinds))
            // an index or a key chooses which element is taken
            chosenBy.foreach(e => open += DependencyKinds(e, Kinds.compose(use.kinds, Kinds.condition)))
          case Missing => certainty = Certainty.Unknown
          case Computed => common.behind(use.expression) match {
              case Some(behind) => open += DependencyKinds(behind, use.kinds)
              case None =>
                val parts = ExpressionInputs.of(use.expression, lookup)
                parts.nodes.foreach { case (node, kinds) => edge(node, Kinds.compose(use.kinds, kinds)) }
                certainty = Closure.leastCertain(certainty, parts.certainty)
                parts.inside.foreach(p =>
                  open += DependencyKinds(p.expression, Kinds.compose(use.kinds, p.kinds))
                )
            }
        }
      }
    }
    Dependencies(found.iterator.map { case (to, kinds) => Edge(to, kinds) }.toVector.sortBy(_.to), certainty)
  }

  /** The node of a named or plain expression; the very node of a column where it only passes one on. */
  def node(expression: Expression): Int = {
    val value = bare(expression)
    nested(value).getOrElse(plain(value))
  }

  private def nested(value: Expression): Option[Int] =
    if (shapes.containsKey(value)) Some(shapes.get(value))
    else if (inside >= ExpressionDependencies.deepest) None
    else NestedLineage.of(value, lookup).map { shape =>
      inside += 1
      val node =
        try shaped(value, shape)
        finally inside -= 1
      shapes.put(value, node)
      node
    }

  /** A nested value whose parts come from less than all of it: `struct(a, b)`, `s.withField("a", b)`, `first(s)`. */
  private def shaped(whole: Expression, shape: NestedValue): Int = {
    val others = shape.others.map(p => of(p.expression, p.kinds))
    val certainty = others.map(_.certainty).foldLeft[Certainty](Certainty.Exact)(Closure.leastCertain)
    def like(values: Seq[InnerValue]): Vector[Edge] = values.toVector.map { v =>
      Edge(v.path.foldLeft(node(v.expression))(graph.child), v.kinds)
    }.filter(_.to != graph.nothing).distinct
    def alike(values: Vector[Edge]): Int =
      graph.derived(values ++ others.flatMap(_.edges), certainty, fieldsFrom = values)

    shape match {
      case NestedValue.Alike(values, _) => alike(like(values))
      case NestedValue.Built(parts, _) =>
        val used = of(whole)
        val made = parts.map { case (name, values) => name -> alike(like(values)) }
        graph.derived(used.edges, used.certainty, fields = made)
    }
  }

  private def plain(expression: Expression): Int = {
    val used = of(expression)
    graph.derived(used.edges, used.certainty, fieldsFrom = part(expression).toVector)
  }

  /** The part of a column that a value is, if it is one and so has that part's fields. */
  private def part(expression: Expression): Option[Edge] = place(expression) match {
    case Found(node, kinds, _) => Some(Edge(node, kinds))
    case _ => None
  }

  private def bare(expression: Expression): Expression = expression match {
    case alias: Alias => bare(alias.child)
    case other => other
  }

  /** A column, or a part inside one, by its node; `Computed` for everything else. */
  private def place(expression: Expression): Place = {
    val chain = this.chain(expression)
    column(chain.base) match {
      case Some(Some(node)) => found(node, chain)
      case Some(None) => Missing
      case None if chain.path.nonEmpty => nested(chain.base).fold[Place](Computed)(found(_, chain))
      case None => Computed
    }
  }

  private def chain(expression: Expression): FieldChain = {
    val here = FieldPaths.chain(expression)
    common.array(here.base).fold(here) { array =>
      val element = chain(array).inside(Field.element)
      element.copy(path = element.path ++ here.path, chosenBy = element.chosenBy ++ here.chosenBy)
    }
  }

  private def found(node: Int, chain: FieldChain): Place =
    Found(chain.path.foldLeft(node)(graph.child), chain.kinds, chain.chosenBy)

  /** None: not a column at all. Some(None): a column that nothing here gives. */
  private def column(base: Expression): Option[Option[Int]] = base match {
    case a: Attribute =>
      Some(lookup.column(a.exprId.id).orElse(lookup.outer(a.exprId.id)).orElse(madeUp(a)))
    case o: OuterReference => Some(lookup.outer(o.exprId.id))
    // from two queries further out, from Spark 4.1 on
    case o: NamedExpression if o.getClass.getSimpleName == "OuterScopeReference" =>
      Some(lookup.outer(o.exprId.id))
    case _ => None
  }

  private def madeUp(a: Attribute): Option[Int] = if (MetadataColumn(a)) Some(graph.nothing) else None
}

object ExpressionDependencies {

  /** How many nested values may be built of one another before only the whole of one is looked at. */
  private val deepest = 200

  private sealed trait Place
  private final case class Found(node: Int, kinds: Int, chosenBy: Seq[Expression]) extends Place
  private case object Missing extends Place
  private case object Computed extends Place
}

/** An expression still to be read, and how what is above uses it. */
private final case class DependencyKinds(expression: Expression, kinds: Int)

package io.headwater.plan.expressions

import java.util.IdentityHashMap

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, ColumnRef, Kind}
import io.headwater.plan.extension.Declaration
import io.headwater.plan.walk.{Edge, Graph, Kinds, Scope}

/** What an expression can look things up in: the columns below it, those of the query around it, and the scopes of the
  * subqueries inside it.
  */
trait Lookup {
  def column(exprId: Long): Option[Int]
  def outer(exprId: Long): Option[Int]
  def subquery(plan: LogicalPlan): Option[Scope]

  /** What is declared of a Python function; its datasets have been noted. */
  def declared(function: AnyRef): Option[Declaration]

  /** A Python function's author has named columns that it is not given. */
  def misdeclared(function: String, columns: Seq[String]): Unit

  /** The node of a column of a dataset that the plan does not read. */
  def elsewhere(column: ColumnRef): Int
}

/** The columns that an expression uses, and whether all of it could be read. */
final case class Used(edges: Vector[Edge], certainty: Certainty)

/** How a value is made. One pass from the top: each subexpression is met with the kind of use that the ones above it
  * have decided, so `CASE WHEN a THEN b` uses `a` as a condition and `b` as a value. No recursion, and a subexpression
  * that is shared by reference is read once for each kind of use.
  */
final class Uses(graph: Graph, lookup: Lookup) {
  import Uses._
  private val common = new CommonExpressions

  def of(expression: Expression, kind: Kind = Kind.Identity): Used = {
    val found = mutable.LinkedHashMap.empty[Int, Int]
    val seen = new IdentityHashMap[Expression, Int]
    val open = mutable.ArrayBuffer(Use(expression, Kinds.of(kind)))
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
            chosenBy.foreach(e => open += Use(e, Kinds.compose(use.kinds, choice)))
          case Missing => certainty = Certainty.Unknown
          case Computed => common.behind(use.expression) match {
              case Some(behind) => open += Use(behind, use.kinds)
              case None =>
                val parts = Parts.of(use.expression, lookup)
                parts.nodes.foreach { case (node, kinds) => edge(node, Kinds.compose(use.kinds, kinds)) }
                if (parts.certainty.rank > certainty.rank) certainty = parts.certainty
                parts.inside.foreach(p => open += Use(p.expression, Kinds.compose(use.kinds, p.kinds)))
            }
        }
      }
    }
    Used(found.iterator.map { case (to, kinds) => Edge(to, kinds) }.toVector.sortBy(_.to), certainty)
  }

  /** The node of a named or plain expression; the very node of a column where it only passes one on. */
  def node(expression: Expression): Int = bare(expression) match {
    case struct: CreateNamedStruct if struct.resolved => built(struct, struct)
    case update: UpdateFields if update.resolved =>
      update.evalExpr match {
        case struct: CreateNamedStruct => built(update, struct)
        case If(_, _, struct: CreateNamedStruct) => built(update, struct) // null stays null
        case _ => plain(update)
      }
    case other => plain(other)
  }

  /** A struct and the fields that it is built of: `struct(a, b)`, `s.withField("a", b)`. */
  private def built(whole: Expression, struct: CreateNamedStruct): Int = {
    val used = of(whole)
    val fields = struct.nameExprs.zip(struct.valExprs).collect { case (Literal(name, _), value) =>
      name.toString -> node(value)
    }
    graph.derived(used.edges, used.certainty, fields = fields.toMap)
  }

  private def plain(expression: Expression): Int = {
    val used = of(expression)
    graph.derived(used.edges, used.certainty, like = part(expression).toVector)
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
    val chain = Fields.chain(expression)
    column(chain.base) match {
      case Some(Some(node)) => Found(chain.path.foldLeft(node)(graph.child), chain.kinds, chain.chosenBy)
      case Some(None) => Missing
      case None => Computed
    }
  }

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

object Uses {

  /** An index or a key chooses which element is taken. */
  private val choice = Kinds.of(Kind.Conditional)

  private sealed trait Place
  private final case class Found(node: Int, kinds: Int, chosenBy: Seq[Expression]) extends Place
  private case object Missing extends Place
  private case object Computed extends Place
}

/** An expression still to be read, and how what is above uses it. */
private final case class Use(expression: Expression, kinds: Int)

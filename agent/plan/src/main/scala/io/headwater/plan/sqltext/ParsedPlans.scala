package io.headwater.plan.sqltext

import scala.collection.mutable

import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.plans.{NaturalJoin, UsingJoin}

import io.headwater.model.{DatasetId, Kind}
import io.headwater.plan.walk.{Edge, Graph, Kinds}

/** Reads a plan as the parser leaves it, without any catalog: which tables, and which of their columns go where. What a
  * table has is known only by what is named of it; a name that two tables may have stays unknown.
  */
private[sqltext] final class ParsedPlans(
    graph: Graph,
    dialect: Dialect,
    recursive: Boolean,
    dataset: Vector[String] => DatasetId
) {
  import Item._

  private type Outer = List[Vector[Relation]]

  private val found = mutable.LinkedHashSet.empty[DatasetId]
  private val fold: String => String = SparkText.column(_, dialect)
  private val names = new Names(graph, fold)
  private val expressions = new Expressions(graph, names, read)
  private val shared =
    mutable.HashMap.empty[String, Frame] // common table expressions, while their query is read

  def apply(plan: LogicalPlan): Frame = read(plan, Nil)
  def tables: Vector[DatasetId] = found.toVector

  /** `outer`: the scopes that a subquery may look out to. */
  private def read(plan: LogicalPlan, outer: Outer): Frame = plan match {
    case r: UnresolvedRelation => relation(r.multipartIdentifier.toVector)
    case s: SubqueryAlias =>
      val frame = read(s.child, outer)
      Frame(Vector(Relation(Vector(SparkText.table(s.alias)), frame.items)), frame.rows)
    case s: UnresolvedSubqueryColumnAliases => renamed(read(s.child, outer), s.outputColumnNames)
    case w: UnresolvedWith => sharing(w, outer)
    case p: Project => select(p.projectList, read(p.child, outer), outer)
    case a: Aggregate => aggregated(a, outer)
    case f: Filter => narrowed(read(f.child, outer), Kind.Filter, Seq(f.condition), outer)
    case h: UnresolvedHaving => narrowed(read(h.child, outer), Kind.Filter, Seq(h.havingCondition), outer)
    case s: Sort => narrowed(read(s.child, outer), Kind.Sort, s.order, outer)
    case j: Join => joined(j, outer)
    case d: Distinct =>
      val frame = read(d.child, outer)
      frame.copy(rows = all(frame, Kind.GroupBy))
    case u: Union => u.children.map(read(_, outer)).reduce(either)
    case i: Intersect => compared(either(read(i.left, outer), read(i.right, outer)), read(i.right, outer))
    case e: Except => compared(read(e.left, outer), read(e.right, outer))
    case p @ (_: GlobalLimit | _: LocalLimit | _: Offset | _: Tail | _: Sample | _: WithWindowDefinition) =>
      p.children.map(read(_, outer)).headOption.getOrElse(hidden(Nil))
    case p: OneRowRelation =>
      Frame(p.output.toVector.map(_ => Relation(Vector.empty, Vector.empty)), graph.nothing)
    case other => hidden(other.children.map(read(_, outer)))
  }

  /** A node of a kind that is not known here: its tables are read, its columns stay unknown. */
  private def hidden(below: Seq[Frame]): Frame =
    Frame(Vector(Relation(Vector.empty, Vector(Hidden))), rowsOf(below.map(_.rows)))

  private def relation(name: Vector[String]): Frame = {
    val parts = name.map(SparkText.table)
    (if (parts.size == 1) shared.get(key(parts(0))) else None) match {
      case Some(frame) => Frame(Vector(Relation(parts, frame.items)), frame.rows)
      case None if parts.size == 1 && key(parts(0)) == "dual" =>
        Frame(Vector(Relation(parts, Vector.empty)), graph.nothing)
      case None =>
        val id = dataset(parts)
        found += id
        Frame(Vector(Relation(parts, Vector(Open(id)))), graph.nothing)
    }
  }

  private def sharing(w: UnresolvedWith, outer: Outer): Frame = {
    val before = shared.toMap
    w.innerChildren.foreach {
      case cte: SubqueryAlias =>
        val name = key(SparkText.table(cte.alias))
        if (recursive) shared(name) = hidden(Nil)
        shared(name) = read(cte.child, outer)
      case _ => ()
    }
    val frame = read(w.child, outer)
    shared.clear()
    shared ++= before
    frame
  }

  private def renamed(frame: Frame, others: Seq[String]): Frame = {
    val items = frame.items
    val known = items.collect { case n: Named => n }
    val columns =
      if (known.size == items.size && known.size == others.size)
        known.zip(others).map { case (n, name) => n.copy(name = fold(name)) }
      else others.toVector.map(n => Named(fold(n), names.unknown))
    Frame(frame.ranges.take(1).map(_.copy(items = columns)), frame.rows)
  }

  private def select(list: Seq[NamedExpression], from: Frame, outer: Outer): Frame =
    Frame(Vector(Relation(Vector.empty, list.toVector.flatMap(item(_, from, outer)))), from.rows, from.ranges)

  private def item(e: Expression, from: Frame, outer: Outer): Vector[Item] = e match {
    case s: UnresolvedStar =>
      val target = s.target.toVector.flatMap(_.map(SparkText.table))
      from.ranges.filter(r => target.isEmpty || r.is(target)).flatMap(_.items)
    case _: Star => Vector(Hidden)
    case a: Alias => Vector(Named(fold(a.name), expressions.node(a, scopes(from, outer))))
    case a: UnresolvedAttribute =>
      Vector(Named(fold(a.nameParts.last), expressions.node(a, scopes(from, outer))))
    case a: UnresolvedAlias => item(a.child, from, outer)
    case other => Vector(Named("", expressions.node(other, scopes(from, outer))))
  }

  private def aggregated(a: Aggregate, outer: Outer): Frame = {
    val from = read(a.child, outer)
    val out = select(a.aggregateExpressions, from, outer)
    val grouping = a.groupingExpressions.map(ordinal(_, a.aggregateExpressions))
    val groups = grouping.map(byAlias(_, a.aggregateExpressions))
    out.copy(rows = expressions.rows(from.rows, Kind.GroupBy, groups, scopes(from, outer)))
  }

  /** `GROUP BY 2` means the second column. */
  private def ordinal(e: Expression, list: Seq[Expression]): Expression = e match {
    case Literal(i: Int, _) => list.lift(i - 1).getOrElse(e)
    case other => other
  }

  private def byAlias(e: Expression, list: Seq[Expression]): Expression = e match {
    case a: UnresolvedAttribute if a.nameParts.size == 1 =>
      list.collectFirst {
        case alias: Alias if fold(alias.name) == fold(a.nameParts.last) => alias.child
      }.getOrElse(a)
    case other => other
  }

  /** A condition or an order over what a query gives, or over what it was made of. */
  private def narrowed(frame: Frame, kind: Kind, by: Seq[Expression], outer: Outer): Frame = {
    val named = frame.items.collect { case n: Named => n }
    val around = if (frame.beneath.isEmpty) frame.ranges else frame.beneath
    val own = if (frame.beneath.isEmpty) Vector.empty else Vector(Relation(Vector.empty, named))
    frame.copy(rows = expressions.rows(frame.rows, kind, by, own :: around :: outer))
  }

  private def joined(j: Join, outer: Outer): Frame = {
    val (left, right) = (read(j.left, outer), read(j.right, outer))
    val both = left.ranges ++ right.ranges
    val rows = rowsOf(Seq(left.rows, right.rows))
    j.joinType match {
      case UsingJoin(_, columns) =>
        val merged = columns.toVector.map { column =>
          val sides = Vector(left, right).map(side => names.node(Vector(column), side.ranges :: outer))
          Named(fold(column), graph.derived(sides.map(Edge(_, Kinds.identity))))
        }
        val by = merged.map(n => Edge(n.node, Kinds.of(Kind.Join)))
        Frame(Relation(Vector.empty, merged) +: both, graph.derived(Edge(rows, Kinds.identity) +: by))
      case NaturalJoin(_) => Frame(both :+ Relation(Vector.empty, Vector(Hidden)), rows)
      case _ => Frame(both, expressions.rows(rows, Kind.Join, j.condition.toSeq, both :: outer))
    }
  }

  /** A set operation's columns: from either side, by position. */
  private def either(a: Frame, b: Frame): Frame = {
    val (left, right) = (a.items.collect { case n: Named => n }, b.items.collect { case n: Named => n })
    val plain = left.size == a.items.size && right.size == b.items.size && left.size == right.size
    val items: Vector[Item] =
      if (!plain) Vector(Hidden)
      else left.zip(right).map { case (l, r) =>
        Named(l.name, graph.derived(Vector(l.node, r.node).distinct.map(Edge(_, Kinds.identity))))
      }
    Frame(Vector(Relation(Vector.empty, items)), rowsOf(Seq(a.rows, b.rows)))
  }

  private def compared(out: Frame, other: Frame): Frame =
    out.copy(rows = rowsOf(Seq(all(out, Kind.Join), all(other, Kind.Join))))

  private def all(frame: Frame, kind: Kind): Int = {
    val nodes = frame.items.collect { case Named(_, node) if node != graph.nothing => node }.distinct
    graph.derived(Edge(frame.rows, Kinds.identity) +: nodes.map(Edge(_, Kinds.of(kind))))
  }

  private def rowsOf(nodes: Seq[Int]): Int =
    graph.derived(nodes.distinct.filter(_ != graph.nothing).map(Edge(_, Kinds.identity)).toVector)

  private def scopes(from: Frame, outer: Outer): List[Vector[Relation]] = from.ranges :: outer
  private def key(name: String): String = name.toLowerCase(java.util.Locale.ROOT)
}

package io.headwater.plan.sqltext

import scala.collection.mutable

import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions.{Alias, Expression, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.plans.{NaturalJoin, UsingJoin}

import io.headwater.model.{DatasetId, Kind}
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.plan.sqltext.SelectLists._
import io.headwater.plan.sqltext.idioms.Idioms
import io.headwater.plan.sqltext.tokens.SqlDialect

/** Reads a plan as the parser leaves it, without any catalog: which tables, and which of their columns go where. What a
  * table has is known only by what is named of it; a name that two tables may have stays unknown.
  */
private[sqltext] final class ParsedPlans(
    graph: Graph,
    dialect: SqlDialect,
    recursive: Boolean,
    dataset: Vector[String] => DatasetId
) {
  import SelectItem._

  private type Outer = List[Vector[TextRelation]]

  private val found = mutable.LinkedHashSet.empty[DatasetId]
  private val fold: String => String = SparkText.column(_, dialect)
  private val names = new ScopeNames(graph, fold, dialect.wholeRows)
  private val expressions = new ParsedExpressions(graph, names, read)
  private val frames = new JoinedScopes(graph)
  private val stars = new StarModifiers(graph, fold)
  private val unnesting = new Unnesting(graph, dialect, names, expressions)
  private val shared =
    mutable.HashMap.empty[String, TextScope] // common table expressions, while their query is read

  def apply(plan: LogicalPlan): TextScope = read(plan, Nil)
  def tables: Vector[DatasetId] = found.toVector

  /** `outer`: the scopes that a subquery may look out to. */
  private def read(plan: LogicalPlan, outer: Outer): TextScope = plan match {
    case r: UnresolvedRelation => relation(r.multipartIdentifier.toVector)
    case s: SubqueryAlias =>
      val frame = read(s.child, outer)
      TextScope(Vector(TextRelation(Vector(SparkText.table(s.alias)), frame.items)), frame.rows)
    case s: UnresolvedSubqueryColumnAliases => renamed(read(s.child, outer), s.outputColumnNames)
    case a: UnresolvedTVFAliases => renamed(read(a.child, outer), a.outputNames)
    case r: RelationTimeTravel => read(r.relation, outer)
    case f: UnresolvedTableValuedFunction =>
      unnesting.function(f, outer).getOrElse(hidden(subqueries(f).map(read(_, outer))))
    case g: Generate => unnesting.view(g, read(g.child, outer), outer)
    case w: UnresolvedWith => sharing(w, outer)
    case p: Project => select(p.projectList, read(p.child, outer), outer)
    case a: Aggregate => aggregated(a, outer)
    case f: Filter => narrowed(read(f.child, outer), Kind.Filter, Seq(f.condition), outer)
    case h: UnresolvedHaving => narrowed(read(h.child, outer), Kind.Filter, Seq(h.havingCondition), outer)
    case s: Sort =>
      val list = selected(s.child)
      val by = s.order.flatMap(o => if (isAll(o.child)) list else Seq(ordinal(o.child, list)))
      narrowed(read(s.child, outer), Kind.Sort, by, outer)
    case h: UnresolvedHint if h.name == Idioms.distinctOn =>
      val by = parts(h).map(ordinal(_, selected(h.child)))
      narrowed(read(h.child, outer), Kind.GroupBy, by, outer)
    case j: Join => joined(j, outer)
    case l: LateralJoin =>
      val left = read(l.left, outer)
      val right = read(l.right.plan, scopes(left, outer))
      val both = TextScope(left.ranges ++ right.ranges, frames.rowsOf(Seq(left.rows, right.rows)))
      narrowed(both, Kind.Join, l.condition.toSeq, outer)
    case d: Distinct =>
      val frame = read(d.child, outer)
      frame.copy(rows = frames.all(frame, Kind.GroupBy))
    case u: Union => u.children.map(read(_, outer)).reduce(frames.either)
    case i: Intersect =>
      val (left, right) = (read(i.left, outer), read(i.right, outer))
      frames.compared(frames.either(left, right), right)
    case e: Except => frames.compared(read(e.left, outer), read(e.right, outer))
    case p @ (_: GlobalLimit | _: LocalLimit | _: Offset | _: Tail | _: Sample | _: WithWindowDefinition) =>
      p.children.map(read(_, outer)).headOption.getOrElse(hidden(Nil))
    case p: OneRowRelation =>
      TextScope(p.output.toVector.map(_ => TextRelation(Vector.empty, Vector.empty)), graph.nothing)
    case _: UnresolvedInlineTable => hidden(Nil)
    case other =>
      val below = (other.children ++ subqueries(other)).map(read(_, outer))
      if (below.isEmpty) hidden(Nil).copy(rows = names.unknown) // it may read anything
      else hidden(below)
  }

  /** A node of a kind that is not known here: its tables are read, its columns stay unknown. */
  private def hidden(below: Seq[TextScope]): TextScope =
    TextScope(Vector(TextRelation(Vector.empty, Vector(Hidden))), frames.rowsOf(below.map(_.rows)))

  private def relation(name: Vector[String]): TextScope = {
    val parts = name.map(SparkText.table)
    (if (parts.size == 1) shared.get(key(parts(0))) else None) match {
      case Some(frame) => TextScope(Vector(TextRelation(parts, frame.items)), frame.rows)
      case None if parts.size == 1 && key(parts(0)) == "dual" =>
        TextScope(Vector(TextRelation(parts, Vector.empty)), graph.nothing)
      case None =>
        val id = dataset(parts)
        found += id
        TextScope(Vector(TextRelation(parts, Vector(Open(id)))), graph.nothing)
    }
  }

  private def sharing(w: UnresolvedWith, outer: Outer): TextScope = {
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

  private def renamed(frame: TextScope, others: Seq[String]): TextScope =
    frames.renamed(frame, others.toVector.map(fold), names.unknown)

  private def select(list: Seq[NamedExpression], from: TextScope, outer: Outer): TextScope =
    TextScope(Vector(TextRelation(Vector.empty, items(list, from, outer))), from.rows, from.ranges)

  private def items(list: Seq[NamedExpression], from: TextScope, outer: Outer): Vector[SelectItem] =
    list.foldLeft(Vector.empty[Vector[SelectItem]]) {
      case (before :+ star, Changed(how, columns)) =>
        before :+ stars(star, how, columns)(expressions.node(_, scopes(from, outer)))
      case (before, e) => before :+ item(e, from, outer)
    }.flatten

  private def item(e: Expression, from: TextScope, outer: Outer): Vector[SelectItem] = e match {
    case s: UnresolvedStar =>
      val target = s.target.toVector.flatMap(_.map(SparkText.table))
      from.ranges.filter(r => target.isEmpty || r.is(target)).flatMap(_.items)
    case _: Star => Vector(Hidden)
    case a: Alias => Vector(Named(fold(a.name), expressions.node(a, scopes(from, outer))))
    case a: UnresolvedAttribute =>
      Vector(Named(fold(a.nameParts.last), expressions.node(a, scopes(from, outer))))
    case a: UnresolvedAlias => item(a.child, from, outer)
    case e: UnresolvedExtractValue => // a cast keeps a column's name
      val named = item(e.child, from, outer).collect { case n: Named => n.name }
      Vector(Named(named.mkString, expressions.node(e, scopes(from, outer))))
    case Assigned(name, value) if dialect.family == SqlDialect.SqlServer =>
      Vector(Named(fold(name), expressions.node(value, scopes(from, outer))))
    case other => Vector(Named("", expressions.node(other, scopes(from, outer))))
  }

  private def aggregated(a: Aggregate, outer: Outer): TextScope = {
    val from = read(a.child, outer)
    val out = select(a.aggregateExpressions, from, outer)
    val list = a.aggregateExpressions
    val grouping = a.groupingExpressions.flatMap(g =>
      if (isAll(g)) list.filterNot(expressions.isAggregate) else Seq(ordinal(g, list))
    )
    val groups = grouping.map(byAlias(_, a.aggregateExpressions, fold))
    out.copy(rows = expressions.rows(from.rows, Kind.GroupBy, groups, scopes(from, outer)))
  }

  /** A condition or an order over what a query gives, or over what it was made of. */
  private def narrowed(frame: TextScope, kind: Kind, by: Seq[Expression], outer: Outer): TextScope = {
    val named = frame.items.collect { case n: Named => n }
    val around = if (frame.beneath.isEmpty) frame.ranges else frame.beneath
    val own = if (frame.beneath.isEmpty) Vector.empty else Vector(TextRelation(Vector.empty, named))
    frame.copy(rows = expressions.rows(frame.rows, kind, by, own :: around :: outer))
  }

  private def joined(j: Join, outer: Outer): TextScope = {
    val left = read(j.left, outer)
    val inner = if (Unnesting.isFunction(j.right)) scopes(left, outer) else outer
    val right = unnesting.array(j.right, left, outer).getOrElse(read(j.right, inner))
    val both = left.ranges ++ right.ranges
    val rows = frames.rowsOf(Seq(left.rows, right.rows))
    j.joinType match {
      case UsingJoin(_, columns) =>
        val merged = columns.toVector.map { column =>
          val sides = Vector(left, right).map(side => names.node(Vector(column), side.ranges :: outer))
          Named(fold(column), graph.derived(sides.map(Edge(_, Kinds.identity))))
        }
        val by = merged.map(n => Edge(n.node, Kinds.of(Kind.Join)))
        TextScope(TextRelation(Vector.empty, merged) +: both, graph.derived(Edge(rows, Kinds.identity) +: by))
      case NaturalJoin(_) => TextScope(both :+ TextRelation(Vector.empty, Vector(Hidden)), rows)
      case _ => TextScope(both, expressions.rows(rows, Kind.Join, j.condition.toSeq, both :: outer))
    }
  }

  private def scopes(from: TextScope, outer: Outer): List[Vector[TextRelation]] = from.ranges :: outer
  private def key(name: String): String = name.toLowerCase(java.util.Locale.ROOT)
}

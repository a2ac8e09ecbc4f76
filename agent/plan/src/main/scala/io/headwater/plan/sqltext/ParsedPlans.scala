package io.headwater.plan.sqltext

import scala.collection.mutable

import org.apache.spark.sql.catalyst.analysis._
import org.apache.spark.sql.catalyst.expressions.{BaseGroupingSets, Expression}
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.catalyst.plans.{JoinType, LeftAnti, LeftSemi, NaturalJoin, UsingJoin}

import io.headwater.model.{DatasetId, Kind}
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.plan.sqltext.SelectLists._
import io.headwater.plan.sqltext.rewrite.DialectRewrites
import io.headwater.plan.sqltext.tokens.SqlDialect
import io.headwater.util.Named

/** Reads the parser's unresolved plan of a query without a catalog: its tables, and the lineage of its
  * columns. The columns of a table are known only if the query names them. A column name that could belong
  * to two tables is unknown.
  *
  * @param whole
  *   the star that is the whole `SELECT` list, with the columns that the database reports for it
  */
private[sqltext] final class ParsedPlans(
    graph: Graph,
    dialect: SqlDialect,
    recursive: Boolean,
    whole: Option[(SelectItem.TableStar, Seq[String])],
    dataset: Vector[String] => DatasetId
) {
  import SelectItem._

  private type Outer = List[Vector[TextRelation]]

  private val tableIds = mutable.LinkedHashSet.empty[DatasetId]
  private val fold: String => String = SparkText.column(_, dialect)
  private val names = new ColumnResolver(graph, fold, dialect.wholeRows, dialect.sessionValues, whole)
  private val starModifiers = new StarModifiers(graph, fold)
  private val expressions =
    new ParsedExpressions(graph, names, new StarArguments(names, starModifiers), read)
  private val joinedScopes = new JoinedScopes(graph, names)
  private val aliases = new SelectAliases(dialect, fold, names.unknown)
  private val selectItems =
    new SelectItems(dialect, fold, expressions, joinedScopes, starModifiers, aliases)
  private val clauses = new RowClauses(graph, dialect, names, expressions)
  private val unnesting = new Unnesting(graph, dialect, names, expressions)
  private val ctes =
    mutable.HashMap.empty[String, TextScope] // common table expressions, while their query is read
  private var joinsUnknownColumns = false
  private var joinAliases = Vector.empty[TextRelation] // those that the conditions of joins can use

  def apply(plan: LogicalPlan): TextScope = read(plan, Nil)
  def tables: Vector[DatasetId] = tableIds.toVector

  /** See [[ColumnResolver.doubtful]]. */
  def doubtful: Set[(Int, Int)] = names.doubtful

  /** Why parts of the lineage are missing. */
  def gaps: Vector[String] = {
    val open = names.ambiguous.take(ParsedPlans.maxNames)
    val ambiguous = if (open.isEmpty) None else Some(ParsedPlans.ambiguous + open.mkString(", "))
    val natural = if (joinsUnknownColumns) Some(ParsedPlans.naturalJoin) else None
    (natural ++ ambiguous).toVector
  }

  /** Reads one node.
    *
    * @param outer
    *   the relations of the enclosing queries, which a subquery can refer to
    */
  private def read(plan: LogicalPlan, outer: Outer): TextScope = plan match {
    case r: UnresolvedRelation => relation(r.multipartIdentifier.toVector)
    case s: SubqueryAlias =>
      val scope = read(s.child, outer)
      TextScope(Vector(TextRelation(Vector(SparkText.table(s.alias)), scope.items)), scope.rows)
    case s: UnresolvedSubqueryColumnAliases => withAliases(read(s.child, outer), s.outputColumnNames)
    case TableFunctionAliases(child, columns) => withAliases(read(child, outer), columns)
    case r: RelationTimeTravel => read(r.relation, outer)
    case _: OneRowRelation => TextScope(Vector.empty, graph.nothing)
    case t: UnresolvedInlineTable => valuesOf(t.names, t.rows, outer)
    case p @ (_: LocalRelation | Named("ResolvedInlineTable")) => // VALUES of constants, from Spark 4.0 on
      valuesOf(p.output.map(_.name), Nil, outer)
    case f: UnresolvedTableValuedFunction =>
      unnesting.function(f, outer).getOrElse(unknownScope(subqueries(f).map(read(_, outer))))
    case g: Generate => unnesting.view(g, read(g.child, outer), outer)
    case w: UnresolvedWith => withCtes(w, outer)
    case p: Project => select(p.projectList, p.child, outer).scope
    case a: Aggregate => aggregate(a, outer)
    case j: Join => join(j, outer)
    case l: LateralJoin => lateralJoin(l, outer)
    case f: Filter => clauses.add(read(f.child, outer), Kind.Filter, Seq(f.condition), outer)
    case h: UnresolvedHaving => having(h, outer)
    case s: Sort => clauses.addOrder(read(s.child, outer), Kind.Sort, s.order.map(_.child), outer)
    case h: UnresolvedHint if h.name == DialectRewrites.distinctOn =>
      clauses.addOrder(read(h.child, outer), Kind.GroupBy, distinctOnColumns(h), outer)
    case other => setOperation(other, outer)
  }

  /** Reads a node that combines whole rows or passes them on. */
  private def setOperation(plan: LogicalPlan, outer: Outer): TextScope = plan match {
    case d: Distinct =>
      val scope = read(d.child, outer)
      scope.copy(rows = joinedScopes.rowsFromColumns(scope, Kind.GroupBy))
    case u: Union => u.children.map(read(_, outer)).reduce(joinedScopes.setOperation)
    case i: Intersect =>
      val (left, right) = (read(i.left, outer), read(i.right, outer))
      joinedScopes.withComparedRows(joinedScopes.setOperation(left, right), right)
    case e: Except => joinedScopes.withComparedRows(read(e.left, outer), read(e.right, outer))
    case w: WithWindowDefinition => expressions.withWindows(w.windowDefinitions)(read(w.child, outer))
    case p @ (_: GlobalLimit | _: LocalLimit | _: Tail | _: Sample) =>
      p.children.map(read(_, outer)).headOption.getOrElse(unknownScope(Nil))
    case p @ Named("Offset") => read(p.children.head, outer) // from Spark 3.4 on
    case other =>
      val below = (other.children ++ subqueries(other)).map(read(_, outer))
      if (below.isEmpty) unknownScope(Nil).copy(rows = names.unknown) // it may read any table
      else unknownScope(below)
  }

  /** The scope of a node that this class does not support. Its tables are read; its columns are unknown. */
  private def unknownScope(below: Seq[TextScope]): TextScope =
    TextScope(
      Vector(TextRelation(Vector.empty, Vector(UnknownColumns))),
      joinedScopes.rowsOf(below.map(_.rows))
    )

  /** The rows of `VALUES`, one after the other as those of a union. */
  private def valuesOf(columns: Seq[String], rows: Seq[Seq[Expression]], outer: Outer): TextScope = {
    val isNamed = columns != columns.indices.map(i => s"col${i + 1}")
    val items = columns.toVector.zipWithIndex.map { case (name, i) =>
      val nodes = rows.flatMap(_.lift(i)).map(expressions.node(_, outer))
      Column(if (isNamed) fold(name) else dialect.valueColumn(i), joinedScopes.rowsOf(nodes))
    }
    TextScope(Vector(TextRelation(Vector.empty, items)), graph.nothing)
  }

  private def relation(name: Vector[String]): TextScope = {
    val parts = name.map(SparkText.table)
    (if (parts.size == 1) ctes.get(cteKey(parts(0))) else None) match {
      case Some(scope) => TextScope(Vector(TextRelation(parts, scope.items)), scope.rows)
      case None if parts.size == 1 && cteKey(parts(0)) == "dual" =>
        TextScope(Vector(TextRelation(parts, Vector.empty)), graph.nothing)
      case None =>
        val id = dataset(parts)
        tableIds += id
        TextScope(Vector(TextRelation(parts, Vector(TableStar(id)))), graph.nothing)
    }
  }

  private def withCtes(w: UnresolvedWith, outer: Outer): TextScope = {
    val previous = ctes.toMap
    w.innerChildren.foreach {
      case cte: SubqueryAlias =>
        val name = cteKey(SparkText.table(cte.alias))
        if (recursive || (dialect.impliesRecursion && isUnion(cte.child))) ctes(name) = unknownScope(Nil)
        ctes(name) = read(cte.child, outer)
      case _ => ()
    }
    val scope = read(w.child, outer)
    ctes.clear()
    ctes ++= previous
    scope
  }

  private def isUnion(plan: LogicalPlan): Boolean = plan match {
    case s: UnresolvedSubqueryColumnAliases => isUnion(s.child)
    case other => other.isInstanceOf[Union]
  }

  private def withAliases(scope: TextScope, others: Seq[String]): TextScope =
    joinedScopes.withColumnNames(scope, others.toVector.map(fold))

  /** Reads a `SELECT` list and the clauses before it. */
  private def select(list: Seq[Expression], child: LogicalPlan, outer: Outer): Selection = {
    val (below, where) = child match {
      case f: Filter if aliases.inClauses => (f.child, Seq(f.condition))
      case other => (other, Nil)
    }
    val joinAliasesOutside = joinAliases
    joinAliases = aliases.inFrom(list)
    val from = read(below, outer)
    joinAliases = joinAliasesOutside
    val selection = selectItems(list.toVector, from, outer)
    val relations = if (aliases.inClauses) selection.withAliases else from.relations
    val rows = expressions.rows(from.rows, Kind.Filter, where, relations :: outer)
    selection.copy(rows = joinedScopes.rowsOf(rows +: unnesting.inList(list, from.relations :: outer)))
  }

  private def aggregate(a: Aggregate, outer: Outer): TextScope = {
    val selection = select(a.aggregateExpressions, a.child, outer)
    val list = a.aggregateExpressions
    val grouping = a.groupingExpressions.flatMap {
      case sets: BaseGroupingSets => sets.children
      case g => Seq(g)
    }.flatMap(g =>
      if (isAll(g)) list.filterNot(ParsedExpressions.isAggregate) else Seq(ordinal(g, list))
    )
    val (stars, groups) = grouping.partition(StarArguments.isPart)
    val from = selection.from.relations :: outer
    val rows = expressions.rows(selection.rows, Kind.GroupBy, stars, from)
    selection.scope.copy(rows =
      groups.map(selection.grouped(_, grouping)).foldLeft(rows) {
        case (rows, (g, relations)) => expressions.rows(rows, Kind.GroupBy, Seq(g), relations :: outer)
      }
    )
  }

  /** Reads `HAVING`, which `QUALIFY` has become. Without groups it can use columns as well as aliases. With groups a column that
    * has the name of an alias would have to be one of them.
    */
  private def having(h: UnresolvedHaving, outer: Outer): TextScope = h.child match {
    case a: Aggregate if a.groupingExpressions.isEmpty && aliases.inList =>
      val selection = select(a.aggregateExpressions, a.child, outer)
      val scopes = selection.withAliases :: outer
      val rows = expressions.rows(selection.rows, Kind.Filter, Seq(h.havingCondition), scopes)
      selection.scope.copy(rows = rows)
    case _ => clauses.add(read(h.child, outer), Kind.Filter, Seq(h.havingCondition), outer)
  }

  private def lateralJoin(l: LateralJoin, outer: Outer): TextScope = {
    val left = read(l.left, outer)
    val right = read(l.right.plan, scopes(left, outer))
    val both = TextScope(left.relations ++ right.relations, joinedScopes.rowsOf(Seq(left.rows, right.rows)))
    clauses.add(both, Kind.Join, l.condition.toSeq, outer)
  }

  private def join(j: Join, outer: Outer): TextScope = {
    val left = read(j.left, outer)
    val inner = if (Unnesting.isFunction(j.right)) scopes(left, outer) else outer
    val right = unnesting.array(j.right, left, outer).getOrElse(read(j.right, inner))
    val both = left.relations ++ right.relations
    val rows = joinedScopes.rowsOf(Seq(left.rows, right.rows))
    j.joinType match {
      case UsingJoin(kind, columns) => visible(kind, left, joinUsing(columns.toVector, left, right, rows))
      case NaturalJoin(_) => joinedScopes.sharedColumns(left, right) match {
          case Some(columns) => joinUsing(columns, left, right, rows)
          case None =>
            joinsUnknownColumns = true
            TextScope(both :+ TextRelation(Vector.empty, Vector(MergedColumns)), rows)
        }
      case kind =>
        val by = expressions.rows(rows, Kind.Join, j.condition.toSeq, (both ++ joinAliases) :: outer)
        visible(kind, left, TextScope(both, by))
    }
  }

  /** What the rest of the query can use of a join: of a semi or anti join the left side only, but in ClickHouse both. */
  private def visible(kind: JoinType, left: TextScope, joined: TextScope): TextScope = kind match {
    case LeftSemi | LeftAnti if dialect.family != SqlDialect.ClickHouse =>
      joined.copy(relations = left.relations)
    case _ => joined
  }

  private def joinUsing(columns: Vector[String], left: TextScope, right: TextScope, rows: Int): TextScope = {
    val merged = columns.map { column =>
      val sides = Vector(left, right).map(side => names.node(Vector(column), List(side.relations)))
      Column(fold(column), graph.derived(sides.map(Edge(_, Kinds.identity))))
    }
    val by = merged.map(n => Edge(n.node, Kinds.join))
    TextScope(
      TextRelation(Vector.empty, merged, RelationRole.Merged) +: (left.relations ++ right.relations),
      graph.derived(Edge(rows, Kinds.identity) +: by)
    )
  }

  private def scopes(from: TextScope, outer: Outer): List[Vector[TextRelation]] = from.relations :: outer
  private def cteKey(name: String): String = name.toLowerCase(java.util.Locale.ROOT)
}

private object ParsedPlans {
  val naturalJoin = "the columns that a natural join of the query compares are not known"
  val ambiguous = "columns without the name of their table may belong to several: "

  /** The maximum number of columns that the gap names. */
  val maxNames = 20
}

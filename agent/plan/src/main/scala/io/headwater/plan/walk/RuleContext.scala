package io.headwater.plan.walk

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Certainty, ColumnRef, Dataset, Kind}
import io.headwater.plan.expressions.{AttributeLookup, ExpressionDependencies, ExpressionSql, MetadataColumn}
import io.headwater.plan.graph.{Edge, Graph, Kinds, Scope}
import io.headwater.plan.session.{FunctionDeclaration, SessionContext}

/** Where a rule stands: the node, the scopes of the plans that it asked for, and what the walk has gathered. */
final class RuleContext(
    val plan: LogicalPlan,
    val inputs: Vector[Scope],
    subqueries: LogicalPlan => Option[Scope],
    outer: Vector[Scope],
    val findings: Findings,
    val session: SessionContext
) extends AttributeLookup {
  val graph: Graph = findings.graph
  private val uses = new ExpressionDependencies(graph, this)

  /** All inputs as one: the columns of each, and the rows of all. */
  lazy val input: Scope = inputs match {
    case Vector(one) => one
    case many =>
      Scope(many.foldLeft(LongMap.empty[Int])(_ ++ _.columns), RuleContext.combineRows(graph, many.map(_.rows)))
  }

  /** The same place, where `rows` more decides on the rows of the first input. */
  def withRows(rows: Int => Int): RuleContext = {
    val told = inputs.headOption.map(first => first.copy(rows = rows(first.rows)))
    new RuleContext(plan, told.toVector ++ inputs.drop(1), subqueries, outer, findings, session)
  }

  def column(exprId: Long): Option[Int] = input.column(exprId)
  def outer(exprId: Long): Option[Int] = outer.iterator.flatMap(_.column(exprId)).take(1).toVector.headOption
  def subquery(plan: LogicalPlan): Option[Scope] = subqueries(plan)
  def declaration(function: AnyRef): Option[FunctionDeclaration] = {
    val found = session.declarations(function)
    found.foreach(findings.declare)
    found
  }
  def isSetFromData(variable: Identifier): Boolean = {
    val data = session.variables.isSetFromData(variable)
    if (data) gap("columns", s"the variable ${variable.name} was set from data by an earlier statement")
    data
  }
  def reportUnknownColumns(function: String, columns: Seq[String]): Unit =
    gap(
      "columns",
      s"what is declared of $function is not used: it is given no ${columns.mkString(" and no ")}"
    )
  def sourceColumn(column: ColumnRef): Int = graph.source(column.dataset, column.path)

  /** The node of an expression over this node's inputs. */
  def node(expression: Expression): Int = described(words(expression))(uses.node(expression))

  /** The columns of a select list. */
  def columns(list: Seq[NamedExpression]): LongMap[Int] =
    list.foldLeft(LongMap.empty[Int])((all, e) => all.updated(e.exprId.id, node(e)))

  /** The rows node, with expressions added that decide which rows there are. */
  def rows(kind: Kind, expressions: Seq[Expression], join: Option[String] = None): Int =
    described(ExpressionSql.rows(kind, join, expressions.flatMap(words)))(rowsNode(
      input.rows,
      kind,
      expressions
    ))

  def rows(base: Int, kind: Kind, expressions: Seq[Expression]): Int =
    described(ExpressionSql.rows(kind, None, expressions.flatMap(words)))(rowsNode(base, kind, expressions))

  /** Only a node that is new is made by this very expression. */
  private def described(text: => Option[String])(node: => Int): Int =
    if (!session.descriptions) node
    else {
      val before = graph.size
      val made = node
      if (made >= before) text.foreach(graph.describe(made, _))
      made
    }

  private def words(expression: Expression): Option[String] =
    ExpressionSql.of(expression)(a => column(a.exprId.id).flatMap(graph.description))

  private def rowsNode(base: Int, kind: Kind, expressions: Seq[Expression]): Int = {
    val used = expressions.map(uses.of(_, kind))
    val edges = used.flatMap(_.edges).groupBy(_.to).toVector.sortBy(_._1).map { case (to, es) =>
      Edge(to, es.map(_.kinds).reduce(_ | _))
    }
    if (edges.isEmpty) base else graph.derived(RuleContext.identity(base) ++ edges)
  }

  /** What a value of `expressions` is made of, each used as `kind`. */
  def edges(expressions: Seq[Expression], kind: Kind): Vector[Edge] =
    expressions.flatMap(uses.of(_, kind).edges).toVector

  /** A dataset's columns under the ids of `output`. */
  def source(dataset: Dataset, output: Seq[Attribute]): Scope = sources(Vector(dataset), output)

  /** The same of several datasets: each column comes from all of them. */
  def sources(datasets: Vector[Dataset], output: Seq[Attribute]): Scope = {
    datasets.foreach(findings.source)
    val columns = output.map { a =>
      val all = if (MetadataColumn(a)) Vector.empty else datasets
      val from = all.map(d => Edge(graph.source(d.id, a.name), Kinds.identity))
      a.exprId.id -> graph.derived(from, fieldsFrom = from)
    }
    Scope(LongMap(columns: _*), graph.nothing)
  }

  /** Columns that come from no dataset: local rows, ranges, literals. */
  def generated(output: Seq[Attribute]): Scope = made(output, graph.nothing)

  /** Columns of which only the origin in general is known: all of `edges`. */
  def opaque(output: Seq[Attribute], edges: Vector[Edge], certainty: Certainty): Scope =
    made(output, graph.derived(edges, certainty)).copy(rows = input.rows)

  /** Every column of the inputs, used as a value. */
  def inputEdges: Vector[Edge] =
    input.columns.values.toVector.distinct.filter(_ != graph.nothing).sorted.map(Edge(
      _,
      Kinds.of(Kind.Transformation)
    ))

  /** The columns of `from` under the ids of `to`, by position. */
  def renamed(scope: Scope, from: Seq[Attribute], to: Seq[Attribute]): Scope = {
    val columns = to.zip(from).flatMap { case (t, f) => scope.column(f.exprId.id).map(t.exprId.id -> _) }
    Scope(LongMap(columns: _*), scope.rows)
  }

  def gap(stage: String, reason: String): Unit = findings.gap(plan, stage, reason)

  private def made(output: Seq[Attribute], node: Int): Scope =
    Scope(LongMap(output.map(_.exprId.id -> node): _*), graph.nothing)
}

object RuleContext {
  def identity(node: Int): Vector[Edge] = Vector(Edge(node, Kinds.identity))

  /** One rows node for several. */
  def combineRows(graph: Graph, nodes: Vector[Int]): Int =
    graph.derived(nodes.distinct.filter(_ != graph.nothing).map(Edge(_, Kinds.identity)))
}

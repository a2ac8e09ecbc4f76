package io.headwater.plan.walk

import scala.collection.immutable.{IntMap, LongMap}
import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal, NamedExpression}
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.connector.catalog.Identifier

import io.headwater.model.{Certainty, ColumnRef, Dataset, DatasetId, Kind}
import io.headwater.plan.expressions.{
  DependencyEdges,
  ExpressionContext,
  ExpressionDependencies,
  ExpressionSql,
  MetadataColumn
}
import io.headwater.plan.graph.{Edge, Graph, Kinds, Scope}
import io.headwater.plan.session.{FunctionDeclaration, SessionContext}
import io.headwater.util.Iterators

/** The context in which a rule reads a plan node.
  *
  * @param plan
  *   the node
  * @param inputs
  *   the scopes of the plans in [[NodeLineage.inputs]], in the same order
  * @param subqueries
  *   the scopes of the subqueries in the node's expressions
  * @param outerScopes
  *   the scopes of the queries around a correlated subquery, the innermost first
  * @param findings
  *   the results of the walk so far
  * @param parameters
  *   the parameters of the statement
  * @param variableColumns
  *   the columns below the node that are made of SQL variables
  */
final class RuleContext(
    val plan: LogicalPlan,
    val inputs: Vector[Scope],
    subqueries: LogicalPlan => Option[Scope],
    outerScopes: Vector[Scope],
    val findings: Findings,
    val session: SessionContext,
    parameters: Parameters,
    variableColumns: VariableColumns
) extends ExpressionContext with Scopes {
  val graph: Graph = findings.graph
  private lazy val expressionDependencies = new ExpressionDependencies(graph, this)

  /** All inputs as one scope: the columns of each, and the rows of all. */
  lazy val input: Scope = inputs match {
    case Vector(one) => one
    case many =>
      Scope(
        many.foldLeft(LongMap.empty[Int])(_ ++ _.columns),
        RuleContext.combineRows(graph, many.map(_.rows)),
        many.flatMap(_.order) match {
          case Vector() => None
          case orders => Some(RuleContext.combineRows(graph, orders))
        }
      )
  }

  /** The same context with another rows node for the first input. */
  def withRows(rows: Int => Int): RuleContext = {
    val first = inputs.headOption.map(scope => scope.copy(rows = rows(scope.rows)))
    over(first.toVector ++ inputs.drop(1): _*)
  }

  /** The same context with other inputs. */
  def over(inputs: Scope*): RuleContext =
    new RuleContext(
      plan,
      inputs.toVector,
      subqueries,
      outerScopes,
      findings,
      session,
      parameters,
      variableColumns
    )

  // What expressions refer to: `declaration` and `variable` also record what they find.

  def column(exprId: Long): Option[Int] = input.column(exprId)
  def outer(exprId: Long): Option[Int] = Iterators.first(outerScopes.iterator.flatMap(_.column(exprId)))
  def subquery(plan: LogicalPlan): Option[Scope] = subqueries(plan)
  def sourceColumn(column: ColumnRef): Int = graph.source(column)

  def declaration(function: AnyRef): Option[FunctionDeclaration] = {
    val declaration = session.declarations(function)
    declaration.foreach(findings.declare)
    declaration
  }

  def variable(name: Identifier, definition: AnyRef): Option[(Int, Int)] = {
    val lineage = session.variables(session.variableName(name), definition)
    if (lineage.isEmpty) gap("columns", s"what set the variable ${name.name} is not known")
    lineage.map(CachedNodes.of(_, findings)).map(nodes => (nodes.columns(0), nodes.rows))
  }

  def variablesInText(call: Expression, arguments: Set[Int]): Seq[Option[(Int, Int)]] = {
    val found = TextVariables.inArguments(call, arguments, this)
    if (found.contains(None))
      gap("columns", s"what set a variable in an argument of ${call.prettyName} is not known")
    found.map(_.map(CachedNodes.of(_, findings)).map(nodes => (nodes.columns(0), nodes.rows)))
  }

  def isVariableArgument(parameter: Literal): Boolean = parameters.mayBeVariable(parameter)

  /** The node of an expression over the inputs. */
  def node(expression: Expression): Int = described(sql(expression))(
    expressionDependencies.node(variableColumns.asNullable(expression))
  )

  /** The nodes of a select list by `ExprId`. */
  def columns(list: Seq[NamedExpression]): LongMap[Int] =
    list.foldLeft(LongMap.empty[Int])((all, e) =>
      all.updated(e.exprId.id, SensitiveColumns.named(this, e.name, node(e)))
    )

  /** The direct dependencies of `expressions`, each used as `kind`. */
  def dependencies(expressions: Seq[Expression], kind: Kind): DependencyEdges =
    DependencyEdges.all(expressions.toVector.map(e =>
      expressionDependencies.of(variableColumns.asNullable(e), kind)
    ))

  /** The node of a value that depends on all `expressions`, each used as `kind`. */
  def derived(expressions: Seq[Expression], kind: Kind): Int = derived(dependencies(expressions, kind))

  def derived(dependencies: DependencyEdges): Int =
    graph.derived(dependencies.edges, dependencies.certainty)

  /** Every column of the inputs, used as a value. */
  def inputEdges: Vector[Edge] =
    graph.edgesTo(input.columns.values, Kinds.transformation).sortBy(_.to)

  // Rows: the node of everything that decides which rows there are.

  /** The rows of the inputs, further decided by `expressions`.
    *
    * @param join
    *   the type of a join, for the description
    */
  def rows(kind: Kind, expressions: Seq[Expression], join: Option[String] = None): Int =
    described(ExpressionSql.rows(kind, join, expressions.flatMap(sql)))(rowsNode(
      input.rows,
      kind,
      expressions
    ))

  /** The rows of `base`, further decided by `expressions`. */
  def rows(base: Int, kind: Kind, expressions: Seq[Expression]): Int =
    described(ExpressionSql.rows(kind, None, expressions.flatMap(sql)))(rowsNode(base, kind, expressions))

  /** `rows`, further decided by the order inside of the partitions of the inputs. */
  def inOrder(rows: Int): Int = input.order.fold(rows)(o => RuleContext.combineRows(graph, Vector(rows, o)))

  /** The rows that code returns, whose number depends on everything that it is passed.
    *
    * @param edges
    *   what the code is passed
    */
  def rowsOfCode(edges: Vector[Edge]): Int =
    graph.derived(RuleContext.identity(input.rows) ++ edges.map(e =>
      e.copy(kinds = Kinds.compose(Kinds.filter, e.kinds))
    ))

  private def rowsNode(base: Int, kind: Kind, expressions: Seq[Expression]): Int = {
    val direct = dependencies(expressions, kind)
    if (direct == DependencyEdges.none) base
    else {
      val kinds = direct.edges.foldLeft(IntMap.empty[Int])((all, e) => all.updateWith(e.to, e.kinds, _ | _))
      graph.derived(RuleContext.identity(base) ++ Edge.sorted(kinds), direct.certainty)
    }
  }

  /** Describes a node by the SQL that created it. A node that existed before keeps its description. */
  private def described(sql: => Option[String])(node: => Int): Int =
    if (!session.descriptions) node
    else {
      val before = graph.size
      val created = node
      if (created >= before) graph.describe(created, () => sql)
      created
    }

  /** A node that a table function creates, described by its call. */
  def ofCall(function: Expression)(node: => Int): Int = described(sql(function))(node)

  /** A node whose value conditions choose, described by them. */
  def where(conditions: Seq[Expression])(node: => Int): Int =
    described(ExpressionSql.rows(Kind.Filter, None, conditions.flatMap(sql)))(node)

  /** What a condition of a clause decides, described by it: `WHEN MATCHED AND a > 1`. */
  def when(clause: String, condition: Expression, kind: Kind): Int =
    described(sql(condition).map(text => s"$clause AND $text"))(derived(Seq(condition), kind))

  private def sql(expression: Expression): Option[String] =
    ExpressionSql.of(expression, session.redactor)(a => column(a.exprId.id).flatMap(graph.description))

  /** Gives datasets of one read that events call by one name, such as the partition folders of a table, one id. */
  lazy val sameNames: DatasetId => DatasetId = {
    val first = mutable.HashMap.empty[DatasetId, DatasetId]
    id => first.getOrElseUpdate(session.eventName(id), id)
  }

  // Recording: these members add to the findings.

  /** Records a source dataset.
    *
    * @return
    *   its columns under the ids of `output`
    */
  def source(dataset: Dataset, output: Seq[Attribute]): Scope = sources(Vector(dataset), output)

  /** Records several source datasets, without metadata columns. Each column of the scope depends on the column of that
    * name in all of them.
    */
  def sources(datasets: Vector[Dataset], output: Seq[Attribute]): Scope = {
    val metadata = output.filter(MetadataColumn.is).map(_.name).toSet
    val named =
      if (metadata.isEmpty) datasets
      else datasets.map(d => d.copy(schema = d.schema.filterNot(f => metadata(f.name))))
    named.foreach(findings.source)
    val ids = if (datasets.size == 1) datasets.map(_.id) else datasets.map(d => sameNames(d.id)).distinct
    if (ids.size > 1 && !mayHaveEdges(ids.size.toLong * output.size))
      opaque(output, Vector.empty, Certainty.Unknown)
    else {
      def column(a: Attribute): Int = ids match {
        case _ if MetadataColumn.is(a) => graph.nothing
        case Vector(one) => graph.source(one, a.name) // most often
        case many =>
          val from = many.map(id => Edge(graph.source(id, a.name), Kinds.identity))
          graph.derived(from, fieldsFrom = from)
      }
      val columns = output.foldLeft(LongMap.empty[Int])((all, a) => all.updated(a.exprId.id, column(a)))
      Scope(columns, graph.nothing)
    }
  }

  /** Whether a node may have this many edges to source columns; reports it if not. */
  def mayHaveEdges(count: Long): Boolean = {
    val may = count <= session.inputFields.edges
    if (!may)
      gap(
        "columns",
        s"$count columns of all datasets are more than ${session.inputFields.edges}; none is followed"
      )
    may
  }

  /** Records a view that is read.
    *
    * @param definition
    *   the columns of `output` by the view's definition
    * @return
    *   the columns as those of the view
    */
  def view(dataset: Dataset, output: Seq[Attribute], definition: Scope): Scope = {
    findings.view(dataset, definition.rows)
    val columns = output.map(a =>
      a.exprId.id -> graph.viewColumn(graph.source(dataset.id, a.name), column(a, definition))
    )
    Scope(
      LongMap(columns: _*),
      graph.viewColumn(graph.nothing, definition.rows),
      definition.order.map(graph.viewColumn(graph.nothing, _))
    )
  }

  /** Records what the statement changes in the session. A statement that fails changes nothing. */
  def afterSuccess(change: => Unit): Unit = findings.changeAfterSuccess(() => change)

  /** Records how to take back what the statement has changed in the session before its end. */
  def afterFailure(change: => Unit): Unit = findings.changeAfterFailure(() => change)

  def gap(stage: String, reason: String): Unit = findings.gap(plan, stage, reason)

  def reportUnknownColumns(function: String, columns: Seq[String]): Unit =
    gap(
      "columns",
      s"the declaration of $function is not used: the function has no input ${columns.mkString(" and no input ")}"
    )

  def reportUnknownOutput(function: String, column: String): Unit =
    gap("columns", s"the declaration of $function is not used for $column: the function has no such output")
}

object RuleContext {
  def identity(node: Int): Vector[Edge] = Vector(Edge(node, Kinds.identity))

  /** One rows node for several. */
  def combineRows(graph: Graph, nodes: Vector[Int]): Int =
    graph.derived(graph.edgesTo(nodes, Kinds.identity))
}

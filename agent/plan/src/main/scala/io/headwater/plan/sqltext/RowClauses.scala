package io.headwater.plan.sqltext

import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute
import org.apache.spark.sql.catalyst.expressions.{Expression, Literal}

import io.headwater.model.Kind
import io.headwater.plan.graph.{Edge, Graph, Kinds}
import io.headwater.plan.sqltext.tokens.SqlDialect

/** The clauses that decide on the rows of a query that has been read: conditions and orders. They can use the columns of the
  * query and those of its `FROM` clause.
  */
private[sqltext] final class RowClauses(
    graph: Graph,
    dialect: SqlDialect,
    names: ColumnResolver,
    expressions: ParsedExpressions
) {
  import SelectItem.Column

  private type Outer = List[Vector[TextRelation]]

  /** Adds what a condition or an order depends on. A column of the query comes before one of the `FROM` clause. */
  def add(scope: TextScope, kind: Kind, by: Seq[Expression], outer: Outer): TextScope = {
    val named = scope.items.collect { case n: Column => n }
    val selected =
      if (scope.fromRelations.isEmpty) Vector.empty
      else Vector(TextRelation(Vector.empty, named, RelationRole.Selected))
    scope.copy(rows = expressions.rows(scope.rows, kind, by, selected :: from(scope) :: outer))
  }

  /** Adds what `ORDER BY` or `DISTINCT ON` depends on: columns of the query by their place or name, and expressions. */
  def addOrder(scope: TextScope, kind: Kind, by: Seq[Expression], outer: Outer): TextScope = {
    val (places, own) = by.partition(isPlace)
    val (inputs, others) =
      own.partition(e => dialect.aliasesStandAlone && !e.isInstanceOf[UnresolvedAttribute])
    val edges = graph.edgesTo(places.flatMap(atPlace(_, scope.items)), Kinds.of(kind))
    val rows = if (edges.isEmpty) scope.rows else graph.derived(Edge(scope.rows, Kinds.identity) +: edges)
    val ordered = add(scope.copy(rows = rows), kind, others, outer)
    ordered.copy(rows = expressions.rows(ordered.rows, kind, inputs, from(scope) :: outer))
  }

  private def from(scope: TextScope): Vector[TextRelation] =
    if (scope.fromRelations.isEmpty) scope.relations else scope.fromRelations

  private def isPlace(e: Expression): Boolean = e match {
    case Literal(_: Int, _) => true
    case other => SelectLists.isAll(other)
  }

  /** The nodes of the second column for `ORDER BY 2`, and of all for `ORDER BY ALL`. Behind a star no place is known. */
  private def atPlace(e: Expression, items: Vector[SelectItem]): Vector[Int] = e match {
    case Literal(i: Int, _) if items.take(i).forall(_.isInstanceOf[Column]) =>
      items.lift(i - 1).toVector.flatMap(names.nodes)
    case _: Literal => Vector(names.unknown)
    case _ => items.flatMap(names.nodes)
  }
}

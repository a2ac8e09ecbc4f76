package io.headwater.plan.sqltext

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser

import io.headwater.plan.graph.Graph

/** An expression that a table keeps as text in Spark's SQL, such as that of a generated column, over columns of the
  * table.
  */
object ExpressionText {

  /** Unknown where Spark's parser cannot read it or where it names a column that there is not. */
  def node(text: String, columns: Seq[(String, Int)], graph: Graph): Int = {
    val names = new ScopeNames(graph, identity, wholeRows = false, sessionValues = Set.empty)
    // as a relation of its own, a column is found by its name and before a field's
    val scope = columns.toVector.map { case (name, node) =>
      TextRelation(Vector(name), Vector(SelectItem.AnyColumn(node)))
    }
    try {
      val noSubquery = TextScope(Vector.empty, names.unknown)
      new ParsedExpressions(
        graph,
        names,
        (_, _) => noSubquery
      ).node(CatalystSqlParser.parseExpression(text), List(scope))
    } catch {
      case NonFatal(_) => names.unknown
      case _: StackOverflowError => names.unknown // the parser's own recursion
    }
  }
}

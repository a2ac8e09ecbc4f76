package io.headwater.plan.sqltext

import scala.util.control.NonFatal

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser

import io.headwater.plan.graph.Graph

/** An expression that a table stores as text in Spark's SQL, for example the expression of a generated
  * column. Its columns are columns of the table.
  */
object ExpressionText {

  /** The node of the expression. The node is unknown if Spark's parser cannot read the text, or if it names
    * a column that does not exist.
    *
    * @param columns
    *   the columns of the table, each with its node
    */
  def node(text: String, columns: Seq[(String, Int)], graph: Graph): Int = {
    val names = new ColumnResolver(graph, identity, wholeRows = false)
    // each column is a relation of its own, so that a column name is resolved before the name of a field
    val scope = columns.toVector.map { case (name, node) =>
      TextRelation(Vector(name), Vector(SelectItem.AnyColumn(node)))
    }
    try {
      val noSubquery = TextScope(Vector.empty, names.unknown)
      new ParsedExpressions(
        graph,
        names,
        new StarArguments(names, new StarModifiers(graph, identity)),
        (_, _) => noSubquery
      ).node(CatalystSqlParser.parseExpression(text), List(scope))
    } catch {
      case NonFatal(_) => names.unknown
      case _: StackOverflowError => names.unknown // the recursion of the parser
    }
  }
}

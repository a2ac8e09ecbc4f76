package io.headwater.plan.sqltext

import io.headwater.model.DatasetId
import io.headwater.plan.graph.Graph
import io.headwater.plan.sqltext.rewrite.DialectRewrites
import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** A query that another database runs, as far as its text tells.
  *
  * @param columns
  *   the node of each column that the query gives, by position
  * @param inferred
  *   no parser could read the text: the tables are those that seem to be named, the columns are unknown
  */
final case class QueryText(tables: Vector[DatasetId], columns: Vector[Int], rows: Int, inferred: Boolean)

object QueryText {

  /** `output`: the names of the columns that the database says the query has. */
  def read(text: String, dialect: SqlDialect, output: Seq[String], graph: Graph)(
      dataset: Vector[String] => DatasetId
  ): QueryText = {
    val original = Token.tokenize(text, dialect)
    val tokens = DialectRewrites.toSpark(original, dialect)
    val unknown = new ScopeNames(graph, identity, wholeRows = false).unknown
    SparkText.parse(tokens) match {
      case Some(plan) =>
        val recursive =
          original.exists { case Token.Word(w) => w.equalsIgnoreCase("recursive"); case _ => false }
        val plans = new ParsedPlans(graph, dialect, recursive, dataset)
        val scope = plans(plan)
        QueryText(
          plans.tables,
          byPosition(scope.items, output.toVector, graph, unknown),
          scope.rows,
          inferred = false
        )
      case None =>
        val tables = TableNames.find(tokens, dialect).map(dataset).distinct
        QueryText(tables, output.toVector.map(_ => unknown), unknown, inferred = true)
    }
  }

  /** Which item gives each column: by position before and behind a star; the star's own by their names, where there is
    * one star over one table.
    */
  private def byPosition(
      items: Vector[SelectItem],
      output: Vector[String],
      graph: Graph,
      unknown: Int
  ): Vector[Int] = {
    val before = items.takeWhile(_.isInstanceOf[SelectItem.Column])
    val behind =
      items.drop(before.size).reverseIterator.takeWhile(_.isInstanceOf[SelectItem.Column]).toVector.reverse
    val stars = items.slice(before.size, items.size - behind.size)
    val between = output.size - before.size - behind.size
    if (between < 0 || (stars.isEmpty && between > 0)) output.map(_ => unknown)
    else {
      val middle = output.slice(before.size, before.size + between).map { name =>
        stars match {
          case Vector(open: SelectItem.TableStar) => open.node(name, graph).getOrElse(unknown)
          case Vector(SelectItem.AnyColumn(node)) => node
          case _ => unknown
        }
      }
      before.flatMap(node) ++ middle ++ behind.flatMap(node)
    }
  }

  private def node(item: SelectItem): Option[Int] = item match {
    case SelectItem.Column(_, node) => Some(node)
    case _ => None
  }
}

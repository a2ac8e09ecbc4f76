package io.headwater.plan.sqltext

import io.headwater.model.DatasetId
import io.headwater.plan.graph.Graph
import io.headwater.plan.sqltext.rewrite.DialectRewrites
import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** The lineage of a query that another database runs, as far as its text gives it.
  *
  * @param columns
  *   the node of each column of the query, by position
  * @param inferred
  *   whether the parser could not read the text; then the tables are guessed from the text and the columns
  *   are unknown
  */
final case class QueryText(tables: Vector[DatasetId], columns: Vector[Int], rows: Int, inferred: Boolean)

object QueryText {

  /** Reads the text of a query.
    *
    * @param output
    *   the names of the query's columns, as the database reports them
    * @param dataset
    *   the dataset of a table name, given in its parts
    */
  def read(text: String, dialect: SqlDialect, output: Seq[String], graph: Graph)(
      dataset: Vector[String] => DatasetId
  ): QueryText = {
    val original = Token.tokenize(text, dialect)
    val tokens = DialectRewrites.toSpark(original, dialect)
    val unknown = new ColumnResolver(graph, identity, wholeRows = false).unknown
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
        val tables = QueryTableNames.find(tokens, dialect).map(dataset).distinct
        QueryText(tables, output.toVector.map(_ => unknown), unknown, inferred = true)
    }
  }

  /** The select item of each column, by position. Columns before and after a star are counted from the
    * start and from the end. The columns of a star are found by name, if the query has one star over one
    * table.
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

package io.headwater.plan.sqltext

import scala.annotation.tailrec
import scala.collection.mutable

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{Certainty, ColumnRef, DatasetId, Field}
import io.headwater.plan.graph.{Closure, Graph, Node}
import io.headwater.plan.sqltext.rewrite.DialectRewrites
import io.headwater.plan.sqltext.tokens.{SqlDialect, Token}

/** The lineage of a query that another database runs, as far as its text gives it.
  *
  * @param columns
  *   the node of each column of the query, by position
  * @param gaps
  *   the reasons why parts are missing; if the parser could not read the text, the tables are guessed from it and the columns
  *   are unknown
  * @param doubtful
  *   the edges to columns that a name of the query may mean, but that the tables need not have
  */
final case class QueryText(
    tables: Vector[DatasetId],
    columns: Vector[Int],
    rows: Int,
    gaps: Vector[String],
    doubtful: Set[(Int, Int)] = Set.empty
) {

  /** The columns of the tables that the query certainly names. The type of a column that the query returns unchanged is known; the
    * type of a column that it computes with is not.
    *
    * @param graph
    *   the graph of the nodes
    * @param output
    *   the columns of the query with their types
    */
  def fields(graph: Graph, output: Vector[Field]): Map[DatasetId, Vector[Field]] = {
    val closure = new Closure(graph)
    val returned = columns.zip(output).flatMap { case (node, field) =>
      source(graph, node).map(ref => ref.dataset -> field.copy(name = ref.column))
    }
    val certain = certainSources(graph)
    val named = (columns :+ rows).distinct.flatMap(closure.dependencies).map(_.source).filter(certain)
      .map(ref => ref.dataset -> Field(ref.column, None))
    (returned ++ named).groupBy(_._1).map { case (id, all) => id -> firstByName(all.map(_._2)) }
  }

  /** The columns that the query depends on, without those that the tables need not have. */
  private def certainSources(graph: Graph): Set[ColumnRef] = {
    val seen = mutable.LinkedHashSet.empty[Int]
    @tailrec def visit(open: Vector[Int]): Unit = if (open.nonEmpty) {
      seen ++= open
      visit(open.flatMap { id =>
        graph.edges(id, throughViews = true).map(_.to).filter(to => !seen(to) && !doubtful(id -> to))
      }.distinct)
    }
    visit((columns :+ rows).distinct)
    seen.iterator.flatMap(source(graph, _)).toSet
  }

  /** Gaps for what is unknown, if nothing else says why.
    *
    * @param output
    *   the names of the query's columns
    */
  def unexplained(output: Seq[String], graph: Graph): Vector[String] = if (gaps.nonEmpty) Vector.empty
  else {
    val closure = new Closure(graph)
    def isUnknown(node: Int) = closure(node).certainty == Certainty.Unknown
    val open = output.zip(columns).collect { case (name, node) if isUnknown(node) => name }
    val ofColumns =
      if (open.isEmpty) None else Some(QueryText.openColumns + open.take(ParsedPlans.maxNames).mkString(", "))
    (ofColumns ++ (if (isUnknown(rows)) Some(QueryText.openRows) else None)).toVector
  }

  private def firstByName(fields: Vector[Field]): Vector[Field] = {
    val byName = fields.groupBy(_.name)
    fields.map(_.name).distinct.map(byName(_).head)
  }

  private def source(graph: Graph, node: Int): Option[ColumnRef] = graph.node(node) match {
    case Node.Source(ref) => Some(ref)
    case _ => None
  }
}

object QueryText {
  private val openColumns = "what these columns of the query depend on is not known: "
  private val openRows = "what the rows of the query depend on is not known"
  private val notParsed = "the query cannot be parsed; its tables are inferred from its text"

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
        def has(word: String) =
          original.exists { case Token.Word(w) => w.equalsIgnoreCase(word); case _ => false }
        val values = dialect.sessionValues ++ (if (has("connect")) Some("level") else None)
        val own = dialect.copy(sessionValues = values)
        val (plans, scope) =
          scopeOf(plan, output)(new ParsedPlans(graph, own, has("recursive"), _, dataset))
        QueryText(
          plans.tables,
          byPosition(scope.items, output.toVector, graph, unknown),
          scope.rows,
          plans.gaps,
          plans.doubtful
        )
      case None =>
        val tables = QueryTableNames.find(tokens, dialect).map(dataset).distinct
        QueryText(tables, output.toVector.map(_ => unknown), unknown, Vector(notParsed))
    }
  }

  /** The scope of the query, and what has read it. If a star over one table is the whole query, its columns are known. */
  private def scopeOf(plan: LogicalPlan, output: Seq[String])(
      plans: Option[(SelectItem.TableStar, Seq[String])] => ParsedPlans
  ): (ParsedPlans, TextScope) = {
    val first = plans(None)
    val scope = first(plan)
    scope.items match {
      case Vector(star: SelectItem.TableStar) =>
        val second = plans(Some(star -> output))
        (second, second(plan))
      case _ => (first, scope)
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

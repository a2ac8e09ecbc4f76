package io.headwater.plan.writes

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}

import io.headwater.model.{Field, Kind, Lifecycle}
import io.headwater.plan.graph.{Edge, Kinds}
import io.headwater.plan.walk.RuleContext

/** What a clause of a `MERGE` does to the rows that it is for. */
sealed trait Clause {
  def condition: Option[Expression]
  def values: Map[String, Expression]
}
object Clause {

  /** `THEN UPDATE SET`: values by column; a column that is not named keeps its own. */
  final case class Update(condition: Option[Expression], values: Map[String, Expression]) extends Clause

  /** `THEN INSERT`: values by column; a column that is not named gets its default. */
  final case class Insert(condition: Option[Expression], values: Map[String, Expression]) extends Clause

  /** `THEN DELETE` */
  final case class Delete(condition: Option[Expression]) extends Clause {
    def values: Map[String, Expression] = Map.empty
  }
}

/** What a statement makes of a table: its columns, what decides its rows, what becomes of it as a whole, which is
  * nothing where other rows stay, and its schema where that grows.
  */
final case class TableChange(
    columns: Vector[(String, Int)],
    rows: Int,
    lifecycle: Option[Lifecycle] = None,
    schema: Option[Vector[Field]] = None
)

/** How `UPDATE`, `DELETE` and `MERGE` change the columns of a table that they also read, whichever plan Spark or a
  * library has made of the statement. A column has its old value in the rows that are kept; in others it has those that
  * the statement gives. What decides between them is conditional for the column; what decides which rows there are
  * bears on the rows.
  */
final class RowChanges(context: RuleContext, target: Seq[Attribute]) {
  private val graph = context.graph

  /** `DELETE`: every column stays what it is; without a condition nothing stays. */
  def deleted(condition: Option[Expression]): TableChange = condition.filter(isNotLiteral) match {
    case None => TableChange(Vector.empty, graph.nothing, Some(Lifecycle.Truncate))
    case edges => TableChange(kept, context.rows(graph.nothing, Kind.Filter, edges.toSeq))
  }

  def kept: Vector[(String, Int)] = target.toVector.map(a => a.name -> current(a))

  /** `UPDATE`: `values` has the new ones, those that stay the same among them. */
  def updated(condition: Option[Expression], values: Map[String, Int]): TableChange = {
    val when = condition.filter(isNotLiteral)
    val conditionEdges = context.edges(when.toSeq, Kind.Conditional)
    val columns = target.toVector.map { a =>
      val previous = if (when.isEmpty) None else Some(current(a))
      a.name -> values.get(a.name).filter(_ != current(a)).fold(current(a))(v => combine(previous.toVector :+ v, conditionEdges))
    }
    TableChange(columns, graph.nothing)
  }

  /** `MERGE`: where there are inserts alone, the rows that were there before are not touched. `joined` is what joins
    * source and target; `kinds` has the clauses for each kind of row, in their order. Columns that no row had before come
    * last: a table whose schema may grow gets them from the clauses.
    */
  def merged(joined: Int, clausesByKind: Seq[Seq[Clause]]): TableChange = {
    val clauses = clausesByKind.flatMap(withConditions)
    val keepsRows = clauses.exists { case (_: Clause.Insert, _) => false; case _ => true }
    val names = target.map(_.name)
    val currentNodes = names.zip(target.map(current)).toMap
    val previous = if (keepsRows) currentNodes else Map.empty[String, Int]
    val columns = (names ++ clauses.flatMap(_._1.values.keys)).distinct.toVector.map { name =>
      val updates = clauses.collect { case (u: Clause.Update, conditions) =>
        u.values.get(name).map(v => conditions -> context.node(v))
      }
      val changingUpdates = updates.flatten.filterNot(c => currentNodes.get(name).contains(c._2))
      val inserts = clauses.collect { case (i: Clause.Insert, _) =>
        i.values.get(name).map(context.node)
      }.flatten
      val conditionEdges = context.edges(changingUpdates.flatMap(_._1).distinct, Kind.Conditional)
      name -> combine(previous.get(name).toVector ++ changingUpdates.map(_._2) ++ inserts, conditionEdges)
    }
    TableChange(columns, mergedRows(joined, clauses))
  }

  /** What decides on each clause. A row goes to the first of its kind whose condition it meets: those before decide, too.
    */
  private def withConditions(clauses: Seq[Clause]): Seq[(Clause, Seq[Expression])] = {
    val conditions =
      clauses.scanLeft(Vector.empty[Expression])((all, c) => all ++ c.condition.filter(isNotLiteral)).drop(1)
    clauses.zip(conditions)
  }

  /** Which rows a `MERGE` leaves: what the join decides, and what decides on inserts and deletes. */
  private def mergedRows(joined: Int, clauses: Seq[(Clause, Seq[Expression])]): Int = {
    val conditions = clauses.collect { case (_: Clause.Insert | _: Clause.Delete, all) => all }
    context.rows(joined, Kind.Filter, conditions.flatten.distinct)
  }

  private def current(a: Attribute): Int = context.column(a.exprId.id).getOrElse(graph.nothing)

  private def isNotLiteral(condition: Expression): Boolean = condition match {
    case _: Literal => false
    case _ => true
  }

  private def combine(values: Vector[Int], conditionEdges: Vector[Edge]): Int = {
    val edges = values.distinct.filter(_ != graph.nothing).map(Edge(_, Kinds.identity))
    graph.derived(edges ++ conditionEdges, fieldsFrom = edges)
  }
}

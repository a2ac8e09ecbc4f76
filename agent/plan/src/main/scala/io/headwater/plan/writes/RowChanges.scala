package io.headwater.plan.writes

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression, Literal}
import org.apache.spark.sql.types.{DataType, NullType, StructType}

import io.headwater.model.{Certainty, Field, Kind, Lifecycle}
import io.headwater.plan.expressions.DependencyEdges
import io.headwater.plan.graph.Kinds
import io.headwater.plan.walk.RuleContext

/** A clause of a `MERGE` statement. */
sealed trait Clause {
  def condition: Option[Expression]
  def values: Map[String, Expression]
}
object Clause {

  /** `THEN UPDATE SET`.
    *
    * @param values
    *   the new values by column; a column that is not named keeps its value
    */
  final case class Update(condition: Option[Expression], values: Map[String, Expression]) extends Clause

  /** `THEN INSERT`.
    *
    * @param values
    *   the values by column; a column that is not named gets its default
    */
  final case class Insert(condition: Option[Expression], values: Map[String, Expression]) extends Clause

  /** `THEN DELETE`. */
  final case class Delete(condition: Option[Expression]) extends Clause {
    def values: Map[String, Expression] = Map.empty
  }
}

/** The effect of a statement on a table.
  *
  * @param columns
  *   the node of each column
  * @param rows
  *   the node of the rows
  * @param lifecycle
  *   the change of the table as a whole; None if other rows remain
  * @param schema
  *   the schema, if the statement extends it
  */
final case class ChangedRows(
    columns: Vector[(String, Int)],
    rows: Int,
    lifecycle: Option[Lifecycle] = None,
    schema: Option[Vector[Field]] = None
)

/** The effect of `UPDATE`, `DELETE` and `MERGE` on the columns of their target, for every form of plan that
  * Spark or a library makes of the statement. A column keeps its value in the rows that are not changed and
  * has the statement's value in others. Conditions that choose between these values are conditional inputs
  * of the column. Conditions that choose which rows exist are inputs of the rows.
  *
  * @param target
  *   the columns of the target
  */
final class RowChanges(context: RuleContext, target: Seq[Attribute]) {
  import RowChanges.{NewValue, When}

  private val graph = context.graph
  private val decisions = mutable.HashMap.empty[(When, Kind), Int]
  private lazy val current: Map[Attribute, Int] = target.map(a => a -> context.column(a)).toMap

  /** The effect of `DELETE`. Every column keeps its value. Without a condition no row remains. */
  def forDelete(condition: Option[Expression]): ChangedRows = condition.filter(isNotTrue) match {
    case None => ChangedRows(Vector.empty, graph.nothing, Some(Lifecycle.Truncate))
    case filter => ChangedRows(unchanged, context.rows(graph.nothing, Kind.Filter, filter.toSeq))
  }

  def unchanged: Vector[(String, Int)] = target.toVector.map(a => a.name -> current(a))

  /** The effect of `UPDATE`.
    *
    * @param values
    *   the new values by column, including those that stay the same
    */
  def forUpdate(condition: Option[Expression], values: Map[String, Int]): ChangedRows =
    if (condition.exists(isNever)) ChangedRows(unchanged, graph.nothing)
    else {
      val when = condition.filter(isNotTrue)
      val conditions = context.dependencies(when.toSeq, Kind.Conditional)
      val columns = target.toVector.map { a =>
        val previous = if (when.isEmpty) None else Some(current(a))
        a.name -> values.get(a.name).filter(_ != current(a)).fold(current(a))(v =>
          context.where(when.toSeq)(changed(a.dataType, previous, Seq(NewValue(v, () => conditions)), Nil))
        )
      }
      ChangedRows(columns, graph.nothing)
    }

  /** The effect of `MERGE`. If all clauses are inserts, existing rows do not change. Columns that are new
    * in the clauses come last, for a table whose schema can grow.
    *
    * @param joined
    *   the node of the rows of the join of source and target
    * @param on
    *   the condition of the join; if it never holds, no row is matched. None if the plan does not have it
    * @param clausesByKind
    *   the clauses of each kind (matched, not matched, not matched by source), in their order
    */
  def forMerge(joined: Int, on: Option[Expression], clausesByKind: Seq[Seq[Clause]]): ChangedRows = {
    val possible = if (on.exists(isNever)) Nil +: clausesByKind.drop(1) else clausesByKind
    val clauses = RowChanges.clauseKinds.zip(possible).flatMap { case (kind, of) =>
      withConditions(kind, of)
    }
    val onlyInserts = clauses.nonEmpty && clauses.forall(_._1.isInstanceOf[Clause.Insert])
    val previous = if (onlyInserts) Map.empty[String, Int] else target.map(a => a.name -> current(a)).toMap
    val types = target.map(a => a.name -> a.dataType).toMap
    val names = target.map(_.name) ++ clauses.flatMap(_._1.values.keys)
    val columns = names.distinct.toVector.map { name =>
      def values(clause: Clause) = clause.values.get(name).map(context.node)
      val updates = clauses.collect { case (u: Clause.Update, when) =>
        values(u).map(NewValue(_, () => decided(nodes(when, Kind.Conditional))))
      }.flatten
      val inserts = clauses.collect { case (i: Clause.Insert, _) => values(i) }.flatten
      name -> changed(types.getOrElse(name, NullType), previous.get(name), updates, inserts)
    }
    ChangedRows(columns, if (clauses.isEmpty) graph.nothing else mergedRows(joined, clauses))
  }

  /** Each clause with the conditions that it depends on. The first clause whose condition holds applies, so
    * a clause also depends on the conditions before it. No clause applies after one whose condition always holds.
    */
  private def withConditions(kind: String, clauses: Seq[Clause]): Seq[(Clause, Seq[When])] = {
    val (chosen, always) = clauses.filterNot(_.condition.exists(isNever))
      .span(_.condition.exists(isNotTrue))
    val possible = chosen ++ always.take(1)
    val conditions = possible.scanLeft(Vector.empty[When])((all, c) =>
      all ++ c.condition.filter(isNotTrue).map(When(kind, _))
    )
    possible.zip(conditions.drop(1))
  }

  /** The rows after a `MERGE`. They depend on the join and on the conditions of inserts and deletes. */
  private def mergedRows(joined: Int, clauses: Seq[(Clause, Seq[When])]): Int = {
    val conditions = clauses.collect { case (_: Clause.Insert | _: Clause.Delete, all) => all }
    RuleContext.combineRows(graph, joined +: nodes(conditions.flatten, Kind.Filter))
  }

  /** The nodes of what conditions decide, one for each, so that each is described. */
  private def nodes(conditions: Seq[When], kind: Kind): Vector[Int] =
    conditions.distinct.toVector.map(w =>
      decisions.getOrElseUpdate(w -> kind, context.when(w.clause, w.condition, kind))
    )

  private def isNotTrue(condition: Expression): Boolean = condition match {
    case Literal(value, _) => value != true
    case _ => true
  }

  /** Whether a condition holds for no row: `false`, and a null. */
  private def isNever(condition: Expression): Boolean = condition match {
    case _: Literal => isNotTrue(condition)
    case _ => false
  }

  private def decided(by: Vector[Int]): DependencyEdges =
    DependencyEdges(graph.edgesTo(by, Kinds.identity), Certainty.Exact)

  /** What a column, or a field of a struct, can be afterwards: what it was, or one of the new values. A field that keeps its
    * value in a struct that is built anew depends on no condition.
    */
  private def changed(
      dataType: DataType,
      previous: Option[Int],
      updates: Seq[NewValue],
      inserts: Seq[Int]
  ): Int = {
    val changing = updates.filterNot(u => previous.contains(u.value))
    val conditions = DependencyEdges.all(changing.toVector.map(_.conditions()))
    val from = graph.edgesTo(previous ++ changing.map(_.value) ++ inserts, Kinds.identity)
    val fields = dataType match {
      case s: StructType if changing.exists(u => graph.fieldNames(u.value).nonEmpty) =>
        s.fields.toSeq.map { f =>
          def field(struct: Int) = graph.child(struct, f.name)
          val ofField = changing.map(u => u.copy(value = field(u.value)))
          f.name -> changed(f.dataType, previous.map(field), ofField, inserts.map(field))
        }
      case _ => Nil
    }
    graph.derived(from ++ conditions.edges, conditions.certainty, from, fields.toMap)
  }
}

private object RowChanges {
  val clauseKinds: Seq[String] = Seq("WHEN MATCHED", "WHEN NOT MATCHED", "WHEN NOT MATCHED BY SOURCE")

  /** A condition of a clause of this kind. */
  final case class When(clause: String, condition: Expression)

  /** A new value, and the conditions that choose it. */
  final case class NewValue(value: Int, conditions: () => DependencyEdges)
}

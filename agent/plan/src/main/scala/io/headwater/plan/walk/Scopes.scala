package io.headwater.plan.walk

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.Certainty
import io.headwater.plan.expressions.MetadataColumn
import io.headwater.plan.graph.{Edge, Graph, Scope}

/** The columns of scopes, and the scopes that a rule makes of a list of columns. */
private[plan] trait Scopes {
  def graph: Graph

  /** The columns and the rows of the node's inputs. */
  def input: Scope

  /** See [[io.headwater.plan.expressions.ExpressionContext.gap]]. */
  def gap(stage: String, reason: String): Unit

  /** The node of a column of the inputs, which is unknown, with a gap, if no input has the column. */
  def column(attribute: Attribute): Int = column(attribute, input)

  /** The same for a column of a scope. */
  def column(attribute: Attribute, scope: Scope): Int = scope.column(attribute.exprId.id).getOrElse {
    if (MetadataColumn.is(attribute)) graph.nothing
    else {
      gap("columns", "a column that the plan names is in no input")
      graph.derived(Vector.empty, Certainty.Unknown)
    }
  }

  /** Columns that depend on no dataset: ranges, literals. */
  def generated(output: Seq[Attribute]): Scope = scope(output, graph.nothing)

  /** Columns of rows that the program gave to Spark. */
  def local(output: Seq[Attribute]): Scope =
    scope(output, graph.derived(Vector.empty, Certainty.Local))

  /** Columns whose exact dependencies are not known: each depends on all of `edges`. */
  def opaque(output: Seq[Attribute], edges: Vector[Edge], certainty: Certainty): Scope =
    scope(output, graph.derived(edges, certainty)).copy(rows = input.rows)

  /** The columns `from` of a scope under the ids of `to`, by position. */
  def renamed(scope: Scope, from: Seq[Attribute], to: Seq[Attribute]): Scope = {
    val columns = to.zip(from).map { case (t, f) => t.exprId.id -> column(f, scope) }
    scope.copy(columns = LongMap(columns: _*))
  }

  /** Records that nothing is known of this node's columns.
    *
    * @param stage
    *   see [[gap]]
    * @return
    *   the columns, unknown
    */
  def unknown(output: Seq[Attribute], stage: String, reason: String): Scope = {
    gap(stage, reason)
    opaque(output, Vector.empty, Certainty.Unknown)
  }

  private def scope(output: Seq[Attribute], node: Int): Scope =
    Scope(LongMap(output.map(_.exprId.id -> node): _*), graph.nothing)
}

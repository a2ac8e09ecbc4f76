package io.headwater.plan.overrides

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Dependency, Transformation}

/** The lineage that extensions give for one plan node. It replaces the lineage of the built-in rule, unless it is
  * `additive` or `delegates`.
  *
  * @param inputs
  *   datasets that the node reads
  * @param extraInputs
  *   plans that the node reads in addition to those that the built-in rule reads
  * @param rowAttributes
  *   the `ExprId`s of attributes that decide which rows there are
  * @param onDelegate
  *   receives the datasets that the built-in rule has found, if the override delegates
  * @param delegates
  *   whether the datasets of the built-in rule are kept
  * @param additive
  *   whether all datasets of the override are additions to those of the built-in rule
  */
final case class NodeOverride(
    inputs: Vector[Dataset] = Vector.empty,
    outputs: Vector[NodeOverride.Output] = Vector.empty,
    columns: Vector[NodeOverride.Origin] = Vector.empty,
    extraInputs: Vector[LogicalPlan] = Vector.empty,
    rowAttributes: Vector[Long] = Vector.empty,
    onDelegate: NodeOverride.DelegateResult => Unit = _ => (),
    delegates: Boolean = false,
    additive: Boolean = false
)

object NodeOverride {

  /** A dataset that the node writes. Columns that neither `columns` nor `fields` has come from the node's query: by position
    * if the schema of the dataset has as many columns as the query, else by name.
    *
    * @param suffix
    *   the part of the job's name that the write gives
    * @param columns
    *   the dependencies of columns by name
    * @param fields
    *   names of columns, each with the `ExprId` of the attribute that it is written from
    */
  final case class Output(
      dataset: Dataset,
      suffix: Option[String] = None,
      columns: Map[String, Vector[Dependency]] = Map.empty,
      fields: Vector[(String, Long)] = Vector.empty
  )

  /** An origin of the attribute `output`. All ids are `ExprId`s. An attribute may have several origins. */
  sealed trait Origin { def output: Long }

  /** Attributes of the plans below, or attributes that have an origin of their own. */
  final case class FromAttributes(output: Long, inputs: Vector[Long], transformation: Transformation)
      extends Origin

  /** An expression over the plans below. */
  final case class FromExpression(output: Long, expression: Expression) extends Origin

  /** A column of a dataset. */
  final case class FromSource(output: Long, column: ColumnRef) extends Origin

  /** The datasets that the built-in rule has found at a node. */
  final case class DelegateResult(sources: Vector[DatasetId], sinks: Vector[DatasetId])
}

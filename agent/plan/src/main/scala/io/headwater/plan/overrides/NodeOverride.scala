package io.headwater.plan.overrides

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Dependency, Transformation}

/** What extensions say of one plan node; it replaces what the engine would have said, or is `beside` it. `reads` are
  * plans that it reads beside those that the engine knows of; `rows` attributes that decide which rows there are.
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

  /** A dataset that the node writes. Its columns are those of the node's query: by position where the dataset's schema
    * is as long, else by name; but for those in `columns`, and those attributes that `fields` names.
    */
  final case class Output(
      dataset: Dataset,
      suffix: Option[String] = None,
      columns: Map[String, Vector[Dependency]] = Map.empty,
      fields: Vector[(String, Long)] = Vector.empty
  )

  /** What the attribute `output` is made of. Ids are `ExprId`s; what is said twice adds up. */
  sealed trait Origin { def output: Long }

  /** Of attributes of the plans below, or of others that are told of. */
  final case class FromAttributes(output: Long, from: Vector[Long], as: Transformation) extends Origin

  /** It is computed by an expression over the plans below. */
  final case class FromExpression(output: Long, by: Expression) extends Origin

  /** It holds a dataset's column. */
  final case class FromSource(output: Long, column: ColumnRef) extends Origin

  /** The datasets that the engine itself finds at a node, for an extension that only adds to them. */
  final case class DelegateResult(sources: Vector[DatasetId], sinks: Vector[DatasetId])
}

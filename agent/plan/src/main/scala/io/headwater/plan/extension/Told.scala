package io.headwater.plan.extension

import io.headwater.model.{DatasetId, Dependency, Transformation}

/** What extensions say of one plan node; it replaces what the engine would have said. */
final case class Told(
    inputs: Vector[DatasetId] = Vector.empty,
    outputs: Vector[Told.Output] = Vector.empty,
    columns: Vector[Told.Column] = Vector.empty,
    asked: Told.Delegate => Unit = _ => (),
    delegates: Boolean = false
)

object Told {

  /** A dataset that the node writes. Its columns are those of the node's query, by name, but for those in `columns`. */
  final case class Output(
      id: DatasetId,
      suffix: Option[String] = None,
      columns: Map[String, Vector[Dependency]] = Map.empty
  )

  /** What the node's attribute `output` is made of: attributes of the plans below. Ids are `ExprId`s. */
  final case class Column(output: Long, from: Vector[Long], as: Transformation)

  /** The datasets that the engine itself finds at a node, for an extension that only adds to them. */
  final case class Delegate(sources: Vector[DatasetId], sinks: Vector[DatasetId])
}

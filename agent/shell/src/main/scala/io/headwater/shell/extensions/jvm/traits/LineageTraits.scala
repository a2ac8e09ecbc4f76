package io.headwater.shell.extensions.jvm.traits

import io.headwater.model.{AddedFacet, Dataset}
import io.headwater.shell.extensions.VisitorResult

/** One dataset of a plan node: the dataset itself, or another object whose dataset is meant (`Left`).
  *
  * @param rejected
  *   the reasons why facets of it cannot be sent
  */
private[shell] final case class NodeDataset(
    dataset: Either[AnyRef, Dataset],
    facets: Vector[AddedFacet],
    rejected: Vector[String] = Vector.empty
)

/** Reads the lineage of objects that implement lineage traits: plan nodes, relations, tables, data sources. There is
  * one implementation for each form of these traits. `event` is the class name of the Spark event.
  */
private[jvm] trait LineageTraits {
  def isDefinedAt(value: AnyRef): Boolean
  def inputs(node: AnyRef, event: String): Vector[NodeDataset]
  def outputs(node: AnyRef, event: String): Vector[NodeDataset]
  def columns(node: AnyRef, event: String): Vector[VisitorResult]

  /** The dataset of a relation or table. */
  def relation(value: AnyRef, event: String): Option[Dataset]

  /** The dataset of a data source with these options. */
  def provider(value: AnyRef, event: String, sqlContext: AnyRef, options: Map[String, String])
      : Option[Dataset]
}

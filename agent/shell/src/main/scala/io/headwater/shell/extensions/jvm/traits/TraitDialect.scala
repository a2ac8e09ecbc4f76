package io.headwater.shell.extensions.jvm.traits

import io.headwater.model.{Dataset, FacetTarget}
import io.headwater.shell.extensions.VisitorResult

/** What a node says of a dataset: its name, or another object that stands for it (`Left`). */
private[shell] final case class NodeResult(
    dataset: Either[AnyRef, Dataset],
    facets: Vector[(FacetTarget, String, String)]
)

/** A way in which an object of a library can tell its lineage. `event` is the name of the Spark event that is read. */
private[jvm] trait TraitDialect {
  def speaks(value: AnyRef): Boolean
  def inputs(node: AnyRef, event: String): Vector[NodeResult]
  def outputs(node: AnyRef, event: String): Vector[NodeResult]
  def columns(node: AnyRef, event: String): Vector[VisitorResult]

  /** The dataset of a relation or table. */
  def relation(value: AnyRef, event: String): Option[Dataset]

  /** The dataset of a data source with these options. */
  def provider(value: AnyRef, event: String, sqlContext: AnyRef, options: Map[String, String])
      : Option[Dataset]
}

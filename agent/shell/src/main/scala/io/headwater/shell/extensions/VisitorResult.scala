package io.headwater.shell.extensions

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{
  AddedFacet,
  Certainty,
  ColumnLineage,
  Dataset,
  DatasetId,
  Dependency,
  PlanLineage,
  Sink
}
import io.headwater.plan.overrides.NodeOverride

/** One result of a visitor for a plan node, or a dataset of a builder. */
sealed trait VisitorResult

object VisitorResult {

  /** A dataset that the node reads or writes. */
  sealed trait OfDataset extends VisitorResult {
    def dataset: Dataset
    def facets: Vector[AddedFacet]

    /** Whether it is added to the datasets that the agent finds at the node; else it replaces them. */
    def additional: Boolean
  }

  /** The datasets that the agent itself finds at the node, with facets and perhaps another name. */
  sealed trait Delegated extends VisitorResult {
    def facets: Vector[AddedFacet]
    def newName: NewName
  }

  final case class Input(
      dataset: Dataset,
      facets: Vector[AddedFacet] = Vector.empty,
      additional: Boolean = false
  ) extends OfDataset

  /** @param suffix
    *   the last part of the job name
    * @param columns
    *   the dependencies of columns of the dataset
    */
  final case class Output(
      dataset: Dataset,
      facets: Vector[AddedFacet] = Vector.empty,
      suffix: Option[String] = None,
      columns: Map[String, Vector[Dependency]] = Map.empty,
      additional: Boolean = false
  ) extends OfDataset

  final case class DelegatedInput(facets: Vector[AddedFacet], newName: NewName = NewName())
      extends Delegated

  /** `suffix` is as in [[Output]]. */
  final case class DelegatedOutput(
      facets: Vector[AddedFacet],
      suffix: Option[String] = None,
      newName: NewName = NewName()
  ) extends Delegated

  /** The last part of the job name, without a dataset. */
  final case class Suffix(text: String) extends VisitorResult

  /** The origin of an attribute of the node's output. */
  final case class Column(origin: NodeOverride.Origin) extends VisitorResult

  /** The name under which the node writes an attribute. */
  final case class Field(name: String, attribute: Long) extends VisitorResult

  /** An attribute on which every row depends, such as one of a filter. */
  final case class RowAttribute(attribute: Long) extends VisitorResult

  /** Another plan that the node reads. */
  final case class ExtraInput(plan: LogicalPlan) extends VisitorResult

  /** The datasets that belong to no node of the analysed plan. The row counts of Spark may refer to them. */
  def lineage(results: Vector[VisitorResult]): PlanLineage = PlanLineage(
    sources = inputs(results),
    sinks = results.collect { case o: Output => sink(o) }.foldLeft(Vector.empty[Sink])((all, s) =>
      if (all.exists(_.dataset.id == s.dataset.id)) all else all :+ s
    ),
    nameSuffix = results.flatMap {
      case o: Output => o.suffix
      case d: DelegatedOutput => d.suffix
      case s: Suffix => Some(s.text)
      case _ => None
    }.headOption
  )

  /** The inputs without those that the agent finds; the first of those with one name. */
  def inputs(results: Vector[VisitorResult]): Vector[Dataset] = {
    val datasets = results.collect { case i: Input => i.dataset }
    datasets.map(_.id).distinct.flatMap(id => datasets.find(_.id == id))
  }

  /** The facets with the names of their datasets; without those for the datasets that the agent finds. */
  def facets(results: Vector[VisitorResult]): Vector[AddedFacet] =
    results.collect { case d: OfDataset => d.facets.map(_.copy(dataset = Some(d.dataset.id))) }.flatten

  private def sink(output: Output): Sink = Sink(
    output.dataset,
    output.columns.toVector.map { case (name, from) => ColumnLineage(name, from, Certainty.Declared) }
  )
}

/** A name for a dataset; a part that is absent stays as it is. */
final case class NewName(namespace: Option[String] = None, name: Option[String] = None) {
  def of(id: DatasetId): DatasetId = DatasetId(namespace.getOrElse(id.namespace), name.getOrElse(id.name))
}

package io.headwater.shell.extensions

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.headwater.model.{AddedFacet, Dataset, DatasetId, Dependency, ExtensionError}
import io.headwater.plan.overrides.NodeOverride

/** The results of extensions for one event.
  *
  * @param nodeResults
  *   the results of visitors by the number of the plan node
  * @param facets
  *   the facets of builders
  * @param errors
  *   one error for each call that failed; the other results stay
  * @param datasets
  *   the datasets of builders, which belong to no node
  */
final case class ExtensionResponse(
    nodeResults: Map[Int, Vector[VisitorResult]],
    facets: Vector[AddedFacet],
    errors: Vector[ExtensionError],
    datasets: Vector[VisitorResult] = Vector.empty
) {

  /** The results of both, those of `later` last. */
  def ++(later: ExtensionResponse): ExtensionResponse = ExtensionResponse(
    (nodeResults.keySet ++ later.nodeResults.keySet).iterator.map(n =>
      n -> (nodeResults.getOrElse(n, Vector.empty) ++ later.nodeResults.getOrElse(n, Vector.empty))
    ).toMap,
    facets ++ later.facets,
    errors ++ later.errors,
    datasets ++ later.datasets
  )
}

object ExtensionResponse {
  val none: ExtensionResponse = ExtensionResponse(Map.empty, Vector.empty, Vector.empty)

  def ofErrors(errors: Vector[ExtensionError]): ExtensionResponse = none.copy(errors = errors)
}

/** A name for a dataset; a part that is absent stays as it is. */
final case class NewName(namespace: Option[String] = None, name: Option[String] = None) {
  def of(id: DatasetId): DatasetId = DatasetId(namespace.getOrElse(id.namespace), name.getOrElse(id.name))
}

/** One result of a visitor for a plan node. */
sealed trait VisitorResult
object VisitorResult {

  /** A dataset that the node reads.
    *
    * @param dataset
    *   none: the dataset that the agent itself finds at the node
    * @param additional
    *   true: the dataset is added to those that the agent finds at the node; false: it replaces them
    * @param newName
    *   for a dataset that the agent itself finds
    */
  final case class Input(
      dataset: Option[Dataset],
      facets: Vector[AddedFacet] = Vector.empty,
      additional: Boolean = false,
      newName: NewName = NewName()
  ) extends VisitorResult

  /** A dataset that the node writes. `dataset`, `additional` and `newName` are as in [[Input]].
    *
    * @param suffix
    *   the last part of the job name
    * @param columns
    *   the dependencies of columns of the dataset
    */
  final case class Output(
      dataset: Option[Dataset],
      facets: Vector[AddedFacet] = Vector.empty,
      suffix: Option[String] = None,
      columns: Map[String, Vector[Dependency]] = Map.empty,
      additional: Boolean = false,
      newName: NewName = NewName()
  ) extends VisitorResult

  /** The origin of an attribute of the node's output. */
  final case class Column(origin: NodeOverride.Origin) extends VisitorResult

  /** The name under which the node writes an attribute. */
  final case class Field(name: String, attribute: Long) extends VisitorResult

  /** An attribute on which every row depends, such as one of a filter. */
  final case class RowAttribute(attribute: Long) extends VisitorResult

  /** Another plan that the node reads. */
  final case class ExtraInput(plan: LogicalPlan) extends VisitorResult
}

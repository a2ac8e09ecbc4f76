package io.headwater.model

/** The part of an event that a facet of an extension belongs to. */
sealed abstract class FacetTarget(val name: String)
object FacetTarget {
  case object Run extends FacetTarget("run")
  case object Job extends FacetTarget("job")

  /** `facets` of a dataset, whether it is read or written. */
  case object Dataset extends FacetTarget("dataset")

  /** `inputFacets` of a dataset that the run reads. */
  case object Input extends FacetTarget("input")

  /** `outputFacets` of a dataset that the run writes. */
  case object Output extends FacetTarget("output")

  val all: Vector[FacetTarget] = Vector(Run, Job, Dataset, Input, Output)
}

/** A facet that an extension adds.
  *
  * @param json
  *   a JSON object
  * @param dataset
  *   the dataset that the facet is for; if absent, every input or output of the event that fits `target`
  * @param isOptional
  *   whether it is no error if the event does not contain the dataset
  */
final case class AddedFacet(
    target: FacetTarget,
    name: String,
    json: String,
    dataset: Option[DatasetId] = None,
    isOptional: Boolean = false
) {

  /** Identifies the facet in an event. A later facet replaces an earlier one with the same key. */
  def key: (FacetTarget, String, Option[DatasetId]) = (target, name, dataset)
}

/** A failure of an extension. `stage` is the call that failed, for example `visit AcmeRelation`. */
final case class ExtensionError(extension: String, stage: String, message: String)

/** The facets, errors and datasets that extensions add to an event.
  *
  * @param facets
  *   of two facets with the same name, the later one is sent; it also replaces a facet of the agent
  * @param lineage
  *   datasets that the plan does not show
  * @param names
  *   the names that extensions give to datasets of the plan
  */
final case class Additions(
    facets: Vector[AddedFacet] = Vector.empty,
    errors: Vector[ExtensionError] = Vector.empty,
    lineage: PlanLineage = PlanLineage(),
    names: Map[DatasetId, DatasetId] = Map.empty
) {
  def isEmpty: Boolean = this == Additions.none
  def ++(later: Additions): Additions =
    if (later.isEmpty) this
    else if (isEmpty) later
    else
      Additions(
        facets ++ later.facets,
        errors ++ later.errors,
        lineage ++ later.lineage,
        names ++ later.names
      )

  /** Without replaced facets, and with the newest of the different errors. A run keeps no more than this: a stream may get
    * errors in each batch, for months.
    */
  def compacted: Additions = {
    val numbered = facets.zipWithIndex
    val last = numbered.map { case (f, i) => f.key -> i }.toMap
    copy(
      facets = numbered.collect { case (f, i) if last(f.key) == i => f },
      errors = errors.distinct.takeRight(Additions.maxErrors)
    )
  }
}

object Additions {

  /** How many errors an event has. */
  val maxErrors: Int = 100
  val none: Additions = Additions()
}

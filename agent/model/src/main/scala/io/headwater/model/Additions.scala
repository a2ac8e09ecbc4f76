package io.headwater.model

/** Where a facet that an extension adds belongs. */
sealed abstract class FacetTarget(val name: String)
object FacetTarget {
  case object Run extends FacetTarget("run")
  case object Job extends FacetTarget("job")

  /** The facets of a dataset as such, be it read or written. */
  case object Dataset extends FacetTarget("dataset")

  /** The facets of a dataset as this run reads it. */
  case object Input extends FacetTarget("input")

  /** The facets of a dataset as this run writes it. */
  case object Output extends FacetTarget("output")

  val all: Vector[FacetTarget] = Vector(Run, Job, Dataset, Input, Output)
}

/** A facet as a JSON object. With a `dataset` it is for that one, without for every dataset of its kind in the event. */
final case class AddedFacet(
    target: FacetTarget,
    name: String,
    json: String,
    dataset: Option[DatasetId] = None
)

/** What an extension failed at: `stage` is what it was doing, `visit AcmeRelation`. */
final case class ExtensionError(extension: String, stage: String, message: String)

/** What extensions add to an event. Of two facets with one name the later wins, over the agent's own, too. `lineage`
  * holds datasets that the plan does not show.
  */
final case class Additions(
    facets: Vector[AddedFacet] = Vector.empty,
    errors: Vector[ExtensionError] = Vector.empty,
    lineage: PlanLineage = PlanLineage()
) {
  def isEmpty: Boolean = this == Additions.none
  def ++(later: Additions): Additions =
    if (later.isEmpty) this
    else if (isEmpty) later
    else Additions(facets ++ later.facets, errors ++ later.errors, lineage.and(later.lineage))

  /** Of facets with one name the later, and each error once: what a run that does not end may keep. */
  def latest: Additions = copy(
    facets = facets.reverse.foldLeft(Vector.empty[AddedFacet]) { (kept, f) =>
      if (kept.exists(k => k.target == f.target && k.name == f.name && k.dataset == f.dataset)) kept
      else kept :+ f
    }.reverse,
    errors = errors.distinct
  )
}

object Additions {
  val none: Additions = Additions()
}

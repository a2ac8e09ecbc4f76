package io.headwater.model

/** How a source column bears on a result: the words of the column lineage facet (spec 1-2-0).
  * Order matters among the direct ones: along a path the later of two wins.
  */
sealed abstract class Kind(val direct: Boolean, val subtype: String) {
  def kind: String = if (direct) "DIRECT" else "INDIRECT"
}

object Kind {
  case object Identity extends Kind(true, "IDENTITY")
  case object Transformation extends Kind(true, "TRANSFORMATION")
  case object Aggregation extends Kind(true, "AGGREGATION")
  case object Join extends Kind(false, "JOIN")
  case object Filter extends Kind(false, "FILTER")
  case object GroupBy extends Kind(false, "GROUP_BY")
  case object Sort extends Kind(false, "SORT")
  case object Window extends Kind(false, "WINDOW")
  case object Conditional extends Kind(false, "CONDITIONAL")

  val all: Vector[Kind] =
    Vector(Identity, Transformation, Aggregation, Join, Filter, GroupBy, Sort, Window, Conditional)
}

/** One way in which a source column bears on a result. `masking`: the value cannot be read back (a hash). */
final case class Transformation(kind: Kind, masking: Boolean = false, description: String = "")

/** A column of a source: `path` is dotted for nested fields. */
final case class ColumnRef(dataset: DatasetId, path: String)

/** A source column and all the ways in which it bears on one result; never empty. */
final case class Dependency(source: ColumnRef, transformations: Vector[Transformation])

object Dependency {

  /** Those of both, each source once. */
  def united(some: Vector[Dependency], others: Vector[Dependency]): Vector[Dependency] = {
    val more = others.map(d => d.source -> d.transformations).toMap
    some.map(d => d.copy(transformations = (d.transformations ++ more.getOrElse(d.source, Nil)).distinct)) ++
      others.filterNot(d => some.exists(_.source == d.source))
  }
}

/** How far a column's dependencies can be trusted; the least certain step on the way decides. */
sealed abstract class Certainty(val name: String, val rank: Int)
object Certainty {

  /** All dependencies are known. A literal is exact and has none. */
  case object Exact extends Certainty("exact", 0)

  /** An extension or the user said so. */
  case object Declared extends Certainty("declared", 1)

  /** Depends on all inputs of an operator that cannot be seen through. */
  case object Opaque extends Certainty("opaque", 2)

  /** Comes out of a plan node that the engine does not know. */
  case object Unknown extends Certainty("unknown", 3)

  val all: Vector[Certainty] = Vector(Exact, Declared, Opaque, Unknown)
}

/** One output column, by its dotted path, and what it depends on. */
final case class ColumnLineage(
    column: String,
    dependencies: Vector[Dependency],
    certainty: Certainty = Certainty.Exact
) {
  def united(other: ColumnLineage): ColumnLineage = copy(
    dependencies = Dependency.united(dependencies, other.dependencies),
    certainty = if (other.certainty.rank > certainty.rank) other.certainty else certainty
  )
}

package io.headwater.model

import io.headwater.util.UnionByKey

/** How a source column affects an output column: type and subtype of the `columnLineage` facet
  * (ColumnLineageDatasetFacet 1-2-0). The order of the direct kinds is their precedence: along a path, the later one of
  * the two applies.
  */
sealed abstract class Kind(val isDirect: Boolean, val subtype: String) {

  /** The `type` of the facet. */
  def typeName: String = if (isDirect) "DIRECT" else "INDIRECT"
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

/** One way in which a source column affects an output column. If `masking`, the output does not reveal the source value,
  * as with a hash.
  */
final case class Transformation(kind: Kind, masking: Boolean = false, description: String = "") {

  /** The same for a part of the value, or into a part of the column: a part of a value is not the value itself. */
  def ofPart: Transformation = if (kind == Kind.Identity) copy(kind = Kind.Transformation) else this
}

/** A column of a source, or a nested field of one.
  *
  * @param column
  *   the name of the column as the schema has it; it may contain dots
  * @param fields
  *   the names of the nested fields below it, the outermost first
  */
final case class ColumnRef(dataset: DatasetId, column: String, fields: Vector[String] = Vector.empty) {

  /** The dotted path, for example `address.city`. */
  def path: String = FieldPath.dotted(column, fields)
}

object FieldPath {
  def dotted(column: String, fields: Vector[String]): String =
    if (fields.isEmpty) column else (column +: fields).mkString(".")
}

/** A source column and all its transformations to one output column. There is at least one. */
final case class Dependency(source: ColumnRef, transformations: Vector[Transformation])

object Dependency {

  /** The dependencies of both, with one entry for each source column. */
  def union(left: Vector[Dependency], right: Vector[Dependency]): Vector[Dependency] =
    if (right.isEmpty || left == right) left // keeps what columns share
    else if (left.isEmpty) right
    else
      UnionByKey(left, right)(_.source)((a, b) =>
        a.copy(transformations = (a.transformations ++ b.transformations).distinct)
      )
}

/** How certain the dependencies of a column are. The least certain step on the path decides. */
sealed abstract class Certainty(val name: String, val rank: Int)
object Certainty {

  /** All dependencies are known. A literal is exact and has no dependencies. */
  case object Exact extends Certainty("exact", 0)

  /** Declared by an extension or by the user. */
  case object Declared extends Certainty("declared", 1)

  /** Has values of a local collection: rows that the program gave to Spark, in `createDataFrame` or `parallelize`. Spark
    * does not know where the program has them from.
    */
  case object Local extends Certainty("local", 2)

  /** Depends on all inputs of an operator whose computation the agent cannot see, such as a user-defined function. */
  case object Opaque extends Certainty("opaque", 3)

  /** Produced by a plan node that no rule supports. */
  case object Unknown extends Certainty("unknown", 4)

  val all: Vector[Certainty] = Vector(Exact, Declared, Local, Opaque, Unknown)

  /** The lower certainty of the two. */
  def leastCertain(a: Certainty, b: Certainty): Certainty = if (a.rank >= b.rank) a else b
}

/** One output column, or a nested field of one, and its dependencies.
  *
  * @param column
  *   the name of the column as the schema has it; it may contain dots
  * @param fields
  *   the names of the nested fields below it, the outermost first
  */
final case class ColumnLineage(
    column: String,
    dependencies: Vector[Dependency],
    certainty: Certainty = Certainty.Exact,
    fields: Vector[String] = Vector.empty
) {

  /** The dotted path, for example `address.city`. */
  def path: String = FieldPath.dotted(column, fields)

  def union(other: ColumnLineage): ColumnLineage = copy(
    dependencies = Dependency.union(dependencies, other.dependencies),
    certainty = Certainty.leastCertain(certainty, other.certainty)
  )
}

object ColumnLineage {

  /** The columns of both, in the order of `left`, with one entry for each column. */
  def union(left: Vector[ColumnLineage], right: Vector[ColumnLineage]): Vector[ColumnLineage] =
    UnionByKey(left, right)(_.path)(_.union(_))
}

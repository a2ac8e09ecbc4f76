package io.headwater.model

import io.headwater.util.UnionByKey

/** A dataset name according to the OpenLineage naming specification, for example `file` and `/data/orders`. */
final case class DatasetId(namespace: String, name: String)

/** A column or a nested field. The dotted path of a nested field is, for example, `address.city` or
  * `items._element.sku`.
  *
  * @param dataType
  *   Spark's short name: `bigint`, `struct`, `array`, `map`; None if a query names the field and does not show its type
  * @param children
  *   the fields of a struct, the `_element` of an array, the `key` and `value` of a map
  */
final case class Field(
    name: String,
    dataType: Option[String],
    comment: Option[String] = None,
    children: Vector[Field] = Vector.empty
) {

  private def union(other: Field): Field = copy(
    dataType = dataType.orElse(other.dataType),
    comment = comment.orElse(other.comment),
    children = Field.union(children, other.children)
  )
}

/** The path segments of the parts of arrays and maps, as the OpenLineage schema facet names them. */
object Field {
  val element = "_element"
  val key = "key"
  val value = "value"

  /** The fields of both schemas, each once. The first schema takes precedence. */
  def union(first: Vector[Field], second: Vector[Field]): Vector[Field] =
    if (second.isEmpty || (first eq second)) first
    else if (first.isEmpty) second
    else UnionByKey(first, second)(_.name)(_.union(_))
}

/** Another name of the same data: the catalog's table name for a location, or the location of a catalog table. */
final case class Symlink(id: DatasetId, kind: Symlink.Kind)

object Symlink {
  sealed abstract class Kind(val name: String)
  object Kind {
    case object Table extends Kind("TABLE")
    case object Location extends Kind("LOCATION")
  }
}

/** The catalog that a table is registered in (facet `catalog`). */
final case class Catalog(
    framework: String,
    kind: String,
    name: String,
    metadataUri: Option[String] = None,
    warehouseUri: Option[String] = None,
    properties: Map[String, String] = Map.empty
)

/** How a table is stored (facet `storage`): layer `delta`, `iceberg`; format `parquet`, empty if it is not known. */
final case class Storage(layer: String, format: String)

/** The type of a dataset (facet `datasetType`). */
sealed abstract class DatasetKind(val name: String)
object DatasetKind {
  case object File extends DatasetKind("FILE")
  case object Table extends DatasetKind("TABLE")
  case object Topic extends DatasetKind("TOPIC")
  case object View extends DatasetKind("VIEW")
}

/** One level of a table's place in its catalog, for example `DATABASE` and `sales` (facet `hierarchy`). */
final case class Level(kind: Level.Kind, name: String)

object Level {
  sealed abstract class Kind(val name: String)
  object Kind {
    case object Catalog extends Kind("CATALOG")
    case object Database extends Kind("DATABASE")
    case object Table extends Kind("TABLE")
    case object View extends Kind("VIEW")
  }
}

/** How a run changes a dataset as a whole (facet `lifecycleStateChange`). */
sealed abstract class Lifecycle(val name: String)
object Lifecycle {
  case object Alter extends Lifecycle("ALTER")
  case object Create extends Lifecycle("CREATE")
  case object Drop extends Lifecycle("DROP")
  case object Overwrite extends Lifecycle("OVERWRITE")
  final case class Rename(from: DatasetId) extends Lifecycle("RENAME")
  case object Truncate extends Lifecycle("TRUNCATE")
}

/** One dataset as one run sees it.
  *
  * @param comment
  *   the comment of the table
  * @param facets
  *   JSON objects by facet name, from the `openlineage.dataset.facets.*` properties of the table
  * @param locations
  *   the parts of the dataset that the run reads or writes, by their own names; empty if it is all of the dataset
  * @param owner
  *   the owner that the catalog names
  * @param hierarchy
  *   the levels of the catalog, outermost first; empty if the dataset is in no catalog
  * @param quality
  *   the statistics that the catalog holds
  * @param wholeRows
  *   false if the run reads the result of a query over the dataset, so that its schema has only the fields that the query
  *   names, and counts of rows are not those of the dataset
  */
final case class Dataset(
    id: DatasetId,
    schema: Vector[Field] = Vector.empty,
    symlinks: Vector[Symlink] = Vector.empty,
    catalog: Option[Catalog] = None,
    storage: Option[Storage] = None,
    version: Option[String] = None,
    lifecycle: Option[Lifecycle] = None,
    comment: Option[String] = None,
    facets: Map[String, String] = Map.empty,
    locations: Vector[String] = Vector.empty,
    kind: Option[DatasetKind] = None,
    owner: Option[String] = None,
    hierarchy: Vector[Level] = Vector.empty,
    quality: Option[QualityMetrics] = None,
    wholeRows: Boolean = true
) {

  /** What two descriptions of the same dataset say. This one takes precedence. If one of them covers the whole dataset, so
    * does the result; counts of rows are those of the dataset only if both are.
    */
  def union(other: Dataset): Dataset = copy(
    schema = Field.union(schema, other.schema),
    symlinks = (symlinks ++ other.symlinks).distinct,
    catalog = catalog.orElse(other.catalog),
    storage = storage.orElse(other.storage),
    version = version.orElse(other.version),
    lifecycle = lifecycle.orElse(other.lifecycle),
    comment = comment.orElse(other.comment),
    facets = other.facets ++ facets,
    locations =
      if (locations.isEmpty || other.locations.isEmpty) Vector.empty
      else (locations ++ other.locations).distinct,
    kind = kind.orElse(other.kind),
    owner = owner.orElse(other.owner),
    hierarchy = if (hierarchy.isEmpty) other.hierarchy else hierarchy,
    quality = if (quality.exists(q => other.quality.exists(_ != q))) None else quality.orElse(other.quality),
    wholeRows = wholeRows && other.wholeRows
  )
}

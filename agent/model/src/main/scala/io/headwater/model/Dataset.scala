package io.headwater.model

/** A dataset's name by the OpenLineage naming spec, for example `file` and `/data/orders`. */
final case class DatasetId(namespace: String, name: String)

/** A column as Spark has it. `path` names nested ones: `address`, `address.city`, `items._element.sku`.
  * `dataType` is Spark's short name (`bigint`, `struct`, `array`, `map`); `children` are a struct's fields, an array's
  * `_element`, a map's `key` and `value`.
  */
final case class Field(
    name: String,
    dataType: String,
    comment: Option[String] = None,
    children: Vector[Field] = Vector.empty
)

/** The path segments of the parts of arrays and maps, as the OpenLineage schema facet names them. */
object Field {
  val element = "_element"
  val key = "key"
  val value = "value"
}

/** Another name of the same data: a catalog's name of a location, or a location of a catalog's table. */
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
    warehouseUri: Option[String] = None
)

/** How a table is stored (facet `storage`): layer `delta`, `iceberg`; format `parquet`. */
final case class Storage(layer: String, format: String)

/** What a dataset is (facet `datasetType`). */
sealed abstract class DatasetKind(val name: String)
object DatasetKind {
  case object File extends DatasetKind("FILE")
  case object Table extends DatasetKind("TABLE")
  case object Topic extends DatasetKind("TOPIC")
  case object View extends DatasetKind("VIEW")
}

/** One step of the way to a table in its catalog, `DATABASE` and `sales` (facet `hierarchy`). */
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

/** What a run does to a dataset as a whole (facet `lifecycleStateChange`). */
sealed abstract class Lifecycle(val name: String)
object Lifecycle {
  case object Alter extends Lifecycle("ALTER")
  case object Create extends Lifecycle("CREATE")
  case object Drop extends Lifecycle("DROP")
  case object Overwrite extends Lifecycle("OVERWRITE")
  final case class Rename(from: DatasetId) extends Lifecycle("RENAME")
  case object Truncate extends Lifecycle("TRUNCATE")
}

/** Everything known of one dataset in one run. `facets` holds ready JSON objects by facet name, from a table's
  * own `openlineage.dataset.facets.*` properties. `locations` are the parts of it that the run touches, by their own names; empty
  * where that is all of it. `owner` is the catalog's. `hierarchy` is the way to it in its catalog, from above; empty where it is
  * in none; `quality` is what somebody has had counted of it.
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
    quality: Option[QualityMetrics] = None
) {

  /** Two that go by one name: of what both know, this one's counts. All of a dataset and a part of it are all of it. */
  def and(other: Dataset): Dataset = copy(
    schema = if (schema.isEmpty) other.schema else schema,
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
    quality = if (quality.exists(q => other.quality.exists(_ != q))) None else quality.orElse(other.quality)
  )
}

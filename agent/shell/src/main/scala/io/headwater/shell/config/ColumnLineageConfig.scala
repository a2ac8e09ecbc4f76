package io.headwater.shell.config

import io.headwater.emit.facets.FieldNames

/** What the facet `columnLineage` contains.
  *
  * @param datasetLineage
  *   whether columns that affect the rows are listed once for the dataset
  * @param descriptions
  *   whether transformations have their SQL as description
  * @param schemaSizeLimit
  *   the maximum number of columns of an output with column lineage
  * @param fieldNames
  *   which nested fields count as the fields that contain them
  */
final case class ColumnLineageConfig(
    datasetLineage: Boolean,
    descriptions: Boolean,
    schemaSizeLimit: Option[Int] = None,
    fieldNames: FieldNames = FieldNames.Nested
)

object ColumnLineageConfig extends ConfigSection {

  val datasetLineage = flag(
    "columnLineage.datasetLineageEnabled",
    default = true,
    "Lists the columns that affect the rows of an output (filters, joins, grouping, sorting) once for the output, " +
      "not at each of its columns."
  )
  val descriptions = flag(
    "columnLineage.descriptionsEnabled",
    default = true,
    "Describes each transformation that changes a value or decides rows by its SQL, for example `sum(o.amount)` or " +
      "`WHERE o.id > 5`."
  )
  val schemaSizeLimit = optionalCount(
    "columnLineage.schemaSizeLimit",
    from = 0,
    "Maximum number of columns of an output with column lineage. An output with more columns has none, and the event " +
      "reports the gap. Default: no limit."
  )
  val fieldNames = choice(
    "columnLineage.fieldNames",
    "nested",
    Vector(
      "nested" -> FieldNames.Nested,
      "structFields" -> FieldNames.StructFields,
      "topLevel" -> FieldNames.TopLevel
    ),
    "Names of fields in column lineage: nested (`address.city`, `items._element.sku`), as in the `schema` facet; structFields " +
      "(`address.city`, `items`), for backends whose catalog has no columns for parts of arrays and maps, such as " +
      "OpenMetadata; or topLevel (`address`, `items`), for backends that know top-level columns only, such as Marquez."
  )

  def read(values: ConfigValues): ColumnLineageConfig =
    ColumnLineageConfig(
      datasetLineage.read(values),
      descriptions.read(values),
      schemaSizeLimit.read(values).map(ConfigValues.toInt),
      fieldNames = fieldNames.read(values)
    )
}

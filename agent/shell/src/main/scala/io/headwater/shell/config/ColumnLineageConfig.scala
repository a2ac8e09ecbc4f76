package io.headwater.shell.config

import io.headwater.emit.facets.FieldNames
import io.headwater.plan.session.InputFieldLimit

/** What the facet `columnLineage` contains.
  *
  * @param datasetLineage
  *   whether columns that affect the rows are listed once for the dataset
  * @param descriptions
  *   whether transformations have their SQL as description
  * @param schemaSizeLimit
  *   the maximum number of columns of an output with column lineage
  * @param inputFieldLimit
  *   the maximum number of input fields of an event
  * @param fieldNames
  *   which nested fields count as the fields that contain them
  */
final case class ColumnLineageConfig(
    datasetLineage: Boolean,
    descriptions: Boolean,
    schemaSizeLimit: Option[Int] = None,
    inputFieldLimit: Long = InputFieldLimit.standard,
    fieldNames: FieldNames = FieldNames.Nested
) {

  /** The bound for the walk over a plan. */
  def inputFields: InputFieldLimit = InputFieldLimit(inputFieldLimit, rowsAtColumns = !datasetLineage)
}

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
  val inputFieldLimit = count(
    "columnLineage.inputFieldLimit",
    from = 0,
    default = InputFieldLimit.standard,
    "Maximum number of input fields that all columns of an event have together; user code that returns 300 columns and is " +
      "passed 300 has 90,000. Columns that do not fit have no inputs and are unknown, and the event reports the gap with " +
      "the numbers. 100,000 input fields are about 20 MB of JSON."
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
      inputFieldLimit.read(values),
      fieldNames.read(values)
    )
}

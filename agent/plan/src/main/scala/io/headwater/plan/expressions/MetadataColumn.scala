package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.types.{MetadataBuilder, StructType}

/** Columns that Spark or a table generates: `_metadata.file_path`, Iceberg's `_file`. In the output of a relation they
  * depend on no column. Above a relation the marker is not sufficient: Spark also sets it on the column of one side that
  * `USING` and `NATURAL` joins hide.
  */
object MetadataColumn {
  private val markers = Seq("__metadata_col", "__internal_metadata_col", "__file_source_metadata_col")

  def is(attribute: Attribute): Boolean = markers.exists(attribute.metadata.contains)

  /** The output of a relation, without the marker on columns that are stored. Spark 3.3 and 3.4 store it with the columns
    * of a `USING` join.
    *
    * @param stored
    *   the columns of the relation's own schema
    */
  def unmarked(output: Seq[Attribute], stored: StructType): Seq[Attribute] =
    output.map(a => if (is(a) && stored.fieldNames.contains(a.name)) unmarked(a) else a)

  private def unmarked(attribute: Attribute): Attribute = {
    val metadata = new MetadataBuilder().withMetadata(attribute.metadata)
    attribute.withMetadata(markers.foldLeft(metadata)(_.remove(_)).build())
  }
}

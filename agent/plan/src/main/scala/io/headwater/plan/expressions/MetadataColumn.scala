package io.headwater.plan.expressions

import org.apache.spark.sql.catalyst.expressions.Attribute

/** Columns that Spark or a table generates: `_metadata.file_path`, Iceberg's `_file`. In the output of a relation they
  * depend on no column. Above a relation the marker is not sufficient: Spark also sets it on the column of one side that
  * `USING` and `NATURAL` joins hide.
  */
object MetadataColumn {
  private val markers = Seq("__metadata_col", "__internal_metadata_col", "__file_source_metadata_col")

  def apply(attribute: Attribute): Boolean = markers.exists(attribute.metadata.contains)
}

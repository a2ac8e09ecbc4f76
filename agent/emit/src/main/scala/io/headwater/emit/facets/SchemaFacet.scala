package io.headwater.emit.facets

import io.headwater.model.Field
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{SchemaDatasetFacet, SchemaDatasetFacetFields}

/** `schema`: the columns with Spark's types and comments. Nested fields are under `fields`. A field whose type is not known
  * has its name only.
  */
object SchemaFacet {
  def apply(ol: OpenLineage, schema: Vector[Field]): Option[SchemaDatasetFacet] =
    if (schema.isEmpty) None
    else Some(ol.newSchemaDatasetFacet(JavaCollections.list(schema.map(field(ol, _)))))

  private def field(ol: OpenLineage, f: Field): SchemaDatasetFacetFields = {
    val named = ol.newSchemaDatasetFacetFieldsBuilder().name(f.name)
    val typed = f.dataType.foldLeft(named)(_.`type`(_))
    val described = f.comment.foldLeft(typed)(_.description(_))
    (if (f.children.isEmpty) described
     else described.fields(JavaCollections.list(f.children.map(field(ol, _))))).build()
  }
}

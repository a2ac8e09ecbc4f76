package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.headwater.model.Field
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{SchemaDatasetFacet, SchemaDatasetFacetFields}

/** `schema`: the columns with Spark's types and comments. Nested fields are under `fields`. */
object SchemaFacet {
  def apply(ol: OpenLineage, schema: Vector[Field]): Option[SchemaDatasetFacet] =
    if (schema.isEmpty) None
    else Some(ol.newSchemaDatasetFacet(JavaCollections.list(schema.map(field(ol, _)))))

  private def field(ol: OpenLineage, f: Field): SchemaDatasetFacetFields = {
    val named = ol.newSchemaDatasetFacetFieldsBuilder().name(f.name).`type`(f.dataType)
    val described = f.comment.foldLeft(named)(_.description(_))
    (if (f.children.isEmpty) described
     else described.fields(JavaCollections.list(f.children.map(field(ol, _))))).build()
  }
}

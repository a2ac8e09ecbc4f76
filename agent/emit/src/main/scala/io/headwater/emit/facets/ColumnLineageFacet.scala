package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.headwater.model.{Certainty, ColumnLineage, Dependency, Sink, Transformation}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{ColumnLineageDatasetFacet, InputField, InputFieldTransformations}

/** `columnLineage`: an entry for every output column, empty where it depends on nothing. A column that is not exact
  * says so in the descriptions: `opaque`, `unknown: upper(x)`. What decides on rows goes under `dataset`, or to every
  * column where the configuration says so.
  *
  * {{{{"fields": {"total": {"inputFields": [{"namespace": "file", "name": "/o", "field": "amount",
  *    "transformations": [{"type": "DIRECT", "subtype": "AGGREGATION", "description": "", "masking": false}]}]}}, "dataset": []}}}}
  */
final class ColumnLineageFacet(ol: OpenLineage, settings: EventSettings) {

  def apply(sink: Sink): Option[ColumnLineageDatasetFacet] =
    if (sink.columns.isEmpty && sink.rows.isEmpty) None
    else {
      val rows = if (settings.datasetLineage) Vector.empty else sink.rows
      val fields = ol.newColumnLineageDatasetFacetFieldsBuilder()
      sink.columns.foreach(c => fields.put(c.column, field(c, rows)))
      val facet = ol.newColumnLineageDatasetFacetBuilder().fields(fields.build())
      val dataset = if (settings.datasetLineage) sink.rows else Vector.empty
      Some(
        if (dataset.isEmpty) facet.build()
        else facet.dataset(JavaCollections.list(merged(dataset).map(input(_, Certainty.Exact)))).build()
      )
    }

  private def field(column: ColumnLineage, rows: Vector[Dependency]) = {
    val inputs = merged(column.dependencies ++ rows).map(input(_, column.certainty))
    val built =
      ol.newColumnLineageDatasetFacetFieldsAdditionalBuilder().inputFields(JavaCollections.list(inputs))
    val bare = inputs.isEmpty && column.certainty != Certainty.Exact
    (if (bare) built.transformationDescription(column.certainty.name) else built).build()
  }

  /** One entry for a source column, whatever the number of its ways. */
  private def merged(dependencies: Vector[Dependency]): Vector[Dependency] = {
    val bySource = dependencies.groupBy(_.source)
    if (bySource.size == dependencies.size) dependencies
    else dependencies.map(_.source).distinct.map { source =>
      Dependency(source, bySource(source).flatMap(_.transformations).distinct)
    }
  }

  private def input(dependency: Dependency, certainty: Certainty): InputField =
    ol.newInputFieldBuilder()
      .namespace(dependency.source.dataset.namespace)
      .name(dependency.source.dataset.name)
      .field(dependency.source.path)
      .transformations(JavaCollections.list(dependency.transformations.map(transformation(_, certainty))))
      .build()

  private def transformation(t: Transformation, certainty: Certainty): InputFieldTransformations = {
    val own = if (settings.descriptions) t.description else ""
    val sure = if (certainty == Certainty.Exact) "" else certainty.name
    val description = Vector(sure, own).filter(_.nonEmpty).mkString(": ")
    ol.newInputFieldTransformationsBuilder()
      .`type`(t.kind.kind)
      .subtype(t.kind.subtype)
      .description(description)
      .masking(Boolean.box(t.masking))
      .build()
  }
}

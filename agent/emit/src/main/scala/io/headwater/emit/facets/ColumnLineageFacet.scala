package io.headwater.emit.facets

import java.util.{List => JavaList}

import io.headwater.model.{Certainty, ColumnLineage, Dependency, SharedLineage, Sink, Transformation}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.{ColumnLineageDatasetFacet, InputField, InputFieldTransformations}

/** `columnLineage`: one entry for every output column; it is empty if the column depends on nothing. If the certainty of a
  * column is not exact, the descriptions begin with it: `opaque`, `unknown: upper(x)`. The columns that decide which rows
  * are written are listed under `dataset`, or at every column if the configuration says so.
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
      val inputs = new SharedLineage((dependencies, certainty) =>
        JavaCollections.list(merged(dependencies ++ rows).map(input(_, certainty)))
      )
      sink.columns.foreach(c => fields.put(c.path, field(c, inputs(c))))
      val facet = ol.newColumnLineageDatasetFacetBuilder().fields(fields.build())
      val dataset = if (settings.datasetLineage) sink.rows else Vector.empty
      Some(
        if (dataset.isEmpty) facet.build()
        else facet.dataset(JavaCollections.list(merged(dataset).map(input(_, Certainty.Exact)))).build()
      )
    }

  private def field(column: ColumnLineage, inputs: JavaList[InputField]) = {
    val built = ol.newColumnLineageDatasetFacetFieldsAdditionalBuilder().inputFields(inputs)
    val needsDescription = inputs.isEmpty && column.certainty != Certainty.Exact
    (if (needsDescription) built.transformationDescription(column.certainty.name) else built).build()
  }

  /** One entry for each source column, with all its transformations. */
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
    val sql = if (settings.descriptions) t.description else ""
    val prefix = if (certainty == Certainty.Exact) "" else certainty.name
    val description = Vector(prefix, sql).filter(_.nonEmpty).mkString(": ")
    ol.newInputFieldTransformationsBuilder()
      .`type`(t.kind.typeName)
      .subtype(t.kind.subtype)
      .description(description)
      .masking(Boolean.box(t.masking))
      .build()
  }
}

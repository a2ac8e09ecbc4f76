package io.headwater.emit.facets

import io.headwater.model.{ColumnMetrics, QualityMetrics}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `dataQualityMetrics` of an input: the statistics of its catalog. */
object QualityFacet {
  def apply(ol: OpenLineage, metrics: Option[QualityMetrics]): Option[DataQualityMetricsInputDatasetFacet] =
    metrics.map { m =>
      val columns = ol.newDataQualityMetricsInputDatasetFacetColumnMetricsBuilder()
      m.columns.foreach { case (name, metrics) => columns.put(name, column(ol, metrics)) }
      val facet = ol.newDataQualityMetricsInputDatasetFacetBuilder().columnMetrics(columns.build())
      m.rows.foreach(n => facet.rowCount(Long.box(n)))
      m.bytes.foreach(n => facet.bytes(Long.box(n)))
      facet.build()
    }

  private def column(
      ol: OpenLineage,
      metrics: ColumnMetrics
  ): DataQualityMetricsInputDatasetFacetColumnMetricsAdditional = {
    val column = ol.newDataQualityMetricsInputDatasetFacetColumnMetricsAdditionalBuilder()
    metrics.nulls.foreach(n => column.nullCount(Long.box(n)))
    metrics.distinct.foreach(n => column.distinctCount(Long.box(n)))
    metrics.min.foreach(n => column.min(Double.box(n)))
    metrics.max.foreach(n => column.max(Double.box(n)))
    column.build()
  }
}

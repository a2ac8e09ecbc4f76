package io.headwater.emit.facets

import io.headwater.model.OutputStatistics
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage.OutputStatisticsOutputDatasetFacet

/** `outputStatistics`: rows, bytes and files written; what was not counted is left out. */
object StatisticsFacet {
  def apply(
      ol: OpenLineage,
      statistics: Option[OutputStatistics]
  ): Option[OutputStatisticsOutputDatasetFacet] =
    statistics.map { s =>
      val rows =
        s.rows.foldLeft(ol.newOutputStatisticsOutputDatasetFacetBuilder())((b, n) => b.rowCount(Long.box(n)))
      val bytes = s.bytes.foldLeft(rows)((b, n) => b.size(Long.box(n)))
      s.files.foldLeft(bytes)((b, n) => b.fileCount(Long.box(n))).build()
    }
}

package io.headwater.emit.facets

import io.headwater.emit.json.JavaCollections
import io.headwater.model.{LibraryReport, Statistics}
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `inputStatistics` and `outputStatistics`: rows, bytes and files that are read or written. Counts that are not available
  * are omitted. Also the reports of libraries, such as Iceberg, under the names of their facets.
  */
object StatisticsFacet {
  def read(ol: OpenLineage, statistics: Option[Statistics]): Option[InputStatisticsInputDatasetFacet] =
    statistics.filter(_.hasCounts).map { s =>
      val rows =
        s.rows.foldLeft(ol.newInputStatisticsInputDatasetFacetBuilder())((b, n) => b.rowCount(Long.box(n)))
      val bytes = s.bytes.foldLeft(rows)((b, n) => b.size(Long.box(n)))
      s.files.foldLeft(bytes)((b, n) => b.fileCount(Long.box(n))).build()
    }

  def written(ol: OpenLineage, statistics: Option[Statistics]): Option[OutputStatisticsOutputDatasetFacet] =
    statistics.filter(_.hasCounts).map { s =>
      val rows =
        s.rows.foldLeft(ol.newOutputStatisticsOutputDatasetFacetBuilder())((b, n) => b.rowCount(Long.box(n)))
      val bytes = s.bytes.foldLeft(rows)((b, n) => b.size(Long.box(n)))
      s.files.foldLeft(bytes)((b, n) => b.fileCount(Long.box(n))).build()
    }

  /** The report as a map, because the classes of openlineage-java for these facets convert ids to floating-point numbers. */
  def inputReport(
      settings: EventSettings,
      statistics: Option[Statistics]
  ): Option[(String, InputDatasetFacet)] =
    statistics.flatMap(_.report).map { r =>
      val facet = new DefaultInputDatasetFacet(settings.producer)
      facet.getAdditionalProperties.putAll(content(r))
      r.facet -> facet
    }

  def outputReport(
      settings: EventSettings,
      statistics: Option[Statistics]
  ): Option[(String, OutputDatasetFacet)] =
    statistics.flatMap(_.report).map { r =>
      val facet = new DefaultOutputDatasetFacet(settings.producer)
      facet.getAdditionalProperties.putAll(content(r))
      r.facet -> facet
    }

  private def content(report: LibraryReport): java.util.Map[String, AnyRef] =
    JavaCollections.map(report.content.map { case (k, v) => k -> asJava(v).asInstanceOf[AnyRef] })

  private def asJava(value: Any): Any = value match {
    case all: Vector[_] => JavaCollections.list(all)
    case all: Map[_, _] =>
      JavaCollections.map(all.toVector.map { case (k, v) => k.toString -> v }.sortBy(_._1))
    case other => other
  }
}

package io.headwater.emit.facets

import io.headwater.model.{LibraryReport, Statistics}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage
import io.openlineage.client.OpenLineage._

/** `inputStatistics` and `outputStatistics`: rows, bytes and files that are read or written. Counts that are not available
  * are omitted. Also the reports of libraries, such as Iceberg, under the names of their facets.
  */
object StatisticsFacet {
  def read(ol: OpenLineage, statistics: Option[Statistics]): Option[InputStatisticsInputDatasetFacet] =
    statistics.filter(_.hasCounts).map { s =>
      counts(
        s,
        ol.newInputStatisticsInputDatasetFacetBuilder()
      )(_.rowCount(_), _.size(_), _.fileCount(_)).build()
    }

  def written(ol: OpenLineage, statistics: Option[Statistics]): Option[OutputStatisticsOutputDatasetFacet] =
    statistics.filter(_.hasCounts).map { s =>
      counts(s, ol.newOutputStatisticsOutputDatasetFacetBuilder())(_.rowCount(_), _.size(_), _.fileCount(_))
        .build()
    }

  private def counts[B](statistics: Statistics, builder: B)(
      rows: (B, java.lang.Long) => B,
      bytes: (B, java.lang.Long) => B,
      files: (B, java.lang.Long) => B
  ): B = Vector(statistics.rows -> rows, statistics.bytes -> bytes, statistics.files -> files)
    .foldLeft(builder) { case (b, (count, set)) => count.fold(b)(n => set(b, Long.box(n))) }

  def inputReport(
      settings: EventSettings,
      statistics: Option[Statistics]
  ): Option[(String, InputDatasetFacet)] =
    report(statistics, new DefaultInputDatasetFacet(settings.producer))(_.getAdditionalProperties)

  def outputReport(
      settings: EventSettings,
      statistics: Option[Statistics]
  ): Option[(String, OutputDatasetFacet)] =
    report(statistics, new DefaultOutputDatasetFacet(settings.producer))(_.getAdditionalProperties)

  /** The report as a map, because the classes of openlineage-java for these facets convert ids to floating-point numbers. */
  private def report[F](statistics: Option[Statistics], facet: => F)(
      properties: F => java.util.Map[String, AnyRef]
  ): Option[(String, F)] = statistics.flatMap(_.report).map { r =>
    val made = facet
    properties(made).putAll(content(r))
    r.facet -> made
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

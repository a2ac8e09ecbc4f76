package io.headwater.model

/** The report of a library on one scan or commit.
  *
  * @param facet
  *   the name of the facet
  * @param content
  *   texts, numbers, and lists and maps of these
  */
final case class LibraryReport(facet: String, content: Vector[(String, Any)])

/** Spark's metrics for reading or writing one dataset. A metric that was not counted is absent.
  *
  * @param report
  *   the report of the library of the dataset; if there were several scans, of the first one
  */
final case class Statistics(
    rows: Option[Long] = None,
    bytes: Option[Long] = None,
    files: Option[Long] = None,
    report: Option[LibraryReport] = None
) {

  /** Whether at least one metric was counted. */
  def hasCounts: Boolean = rows.isDefined || bytes.isDefined || files.isDefined

  /** The sums of the counts; the first report. */
  def +(other: Statistics): Statistics = {
    import Statistics.sum
    Statistics(
      sum(rows, other.rows),
      sum(bytes, other.bytes),
      sum(files, other.files),
      report.orElse(other.report)
    )
  }

  /** These metrics, and those of `other` that were not counted here. */
  def orElse(other: Statistics): Statistics = Statistics(
    rows.orElse(other.rows),
    bytes.orElse(other.bytes),
    files.orElse(other.files),
    report.orElse(other.report)
  )

  def isEmpty: Boolean = this == Statistics.none
}

object Statistics {
  val none: Statistics = Statistics()

  /** The sum of two counts. A count that is absent adds nothing. */
  private[model] def sum(a: Option[Long], b: Option[Long]): Option[Long] = (a ++ b).reduceOption(_ + _)
}

/** The metrics of the datasets that were read. [[Statistics.none]] means that at least one part of the dataset was read
  * without metrics, so that all other counts of it would be too low.
  */
final case class Reads(counts: Map[DatasetId, Statistics] = Map.empty) {

  /** The metrics of two parts of a query. The rows of a dataset that is read twice are added up. Its bytes and
    * files are removed, because both scans may read the same files.
    */
  def +(other: Reads): Reads = Reads(other.counts.foldLeft(counts) { case (all, (id, more)) =>
    val both = for (known <- all.get(id))
      yield
        if (known.rows.isEmpty || more.rows.isEmpty) Statistics.none
        else (known + more).copy(bytes = None, files = None)
    all.updated(id, both.getOrElse(more))
  })

  /** The metrics of these datasets, as far as they were counted. */
  def of(ids: Iterable[DatasetId]): Map[DatasetId, Statistics] =
    ids.flatMap(id => counts.get(id).filterNot(_.isEmpty).map(id -> _)).toMap
}

object Reads {
  val none: Reads = Reads()
}

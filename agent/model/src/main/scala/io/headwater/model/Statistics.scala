package io.headwater.model

/** What a library reports of one scan or commit, by the name of its facet: texts, numbers, lists and maps of these. */
final case class LibraryReport(facet: String, content: Vector[(String, Any)])

/** What Spark counted of one dataset as it was read or written: rows, bytes and files. None: nobody counted. `report`: what
  * the dataset's library says beside, of the first scan where there are several.
  */
final case class Statistics(
    rows: Option[Long] = None,
    bytes: Option[Long] = None,
    files: Option[Long] = None,
    report: Option[LibraryReport] = None
) {

  /** Whether there is any number. */
  def counted: Boolean = rows.isDefined || bytes.isDefined || files.isDefined

  def and(other: Statistics): Statistics = {
    import Statistics.sum
    Statistics(
      sum(rows, other.rows),
      sum(bytes, other.bytes),
      sum(files, other.files),
      report.orElse(other.report)
    )
  }

  def isEmpty: Boolean = this == Statistics.none
}

object Statistics {
  val none: Statistics = Statistics()

  /** Of two counts, each of which may not be known. */
  private[model] def sum(a: Option[Long], b: Option[Long]): Option[Long] = (a ++ b).reduceOption(_ + _)
}

/** What was counted as datasets were read. [[Statistics.none]]: it is read in a way that nobody counts, at least in part,
  * so that all other counts of it would be too low.
  */
final case class Reads(counts: Map[DatasetId, Statistics] = Map.empty) {

  /** A dataset that is read twice gives all those rows, but its files may be the same ones: they are not counted then. */
  def and(other: Reads): Reads = Reads(other.counts.foldLeft(counts) { case (all, (id, more)) =>
    val both = for (known <- all.get(id))
      yield
        if (known.rows.isEmpty || more.rows.isEmpty) Statistics.none
        else known.and(more).copy(bytes = None, files = None)
    all.updated(id, both.getOrElse(more))
  })

  /** What is known of these datasets. */
  def of(ids: Iterable[DatasetId]): Map[DatasetId, Statistics] =
    ids.flatMap(id => counts.get(id).filterNot(_.isEmpty).map(id -> _)).toMap
}

object Reads {
  val none: Reads = Reads()
}

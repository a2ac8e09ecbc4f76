package io.headwater.model

/** The statistics of a table in its catalog (facet `dataQualityMetrics`), as of the last `ANALYZE TABLE`. */
final case class QualityMetrics(
    rows: Option[Long],
    bytes: Option[Long],
    columns: Vector[(String, ColumnMetrics)]
)

/** The statistics of one column. `min` and `max` exist for numbers only. */
final case class ColumnMetrics(
    nulls: Option[Long] = None,
    distinct: Option[Long] = None,
    min: Option[Double] = None,
    max: Option[Double] = None
)

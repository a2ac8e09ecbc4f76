package io.headwater.model

/** What a table's catalog holds of its data (facet `dataQualityMetrics`), of all of it as it was when somebody had it analysed. */
final case class QualityMetrics(
    rows: Option[Long],
    bytes: Option[Long],
    columns: Vector[(String, ColumnMetrics)]
)

/** Of one column; `min` and `max` are of numbers alone. */
final case class ColumnMetrics(
    nulls: Option[Long] = None,
    distinct: Option[Long] = None,
    min: Option[Double] = None,
    max: Option[Double] = None
)

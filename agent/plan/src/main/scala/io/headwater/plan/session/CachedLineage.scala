package io.headwater.plan.session

import io.headwater.model.{ColumnLineage, Dataset, Dependency, ReadView}

/** The lineage of a DataFrame's columns without its plan. It holds values only, so keeping it keeps no RDD, no session
  * and no data block alive.
  *
  * @param columns
  *   in the order of the DataFrame's columns
  * @param rows
  *   the source columns that decide which rows there are
  * @param views
  *   the views that its plan read
  * @param fromViews
  *   the columns as they depend on columns of views, in the same order; empty if no view was read or if views are sources
  * @param rowsFromViews
  *   the columns of views that decide which rows there are
  */
final case class CachedLineage(
    sources: Vector[Dataset],
    columns: Vector[ColumnLineage],
    rows: Vector[Dependency],
    views: Vector[ReadView] = Vector.empty,
    fromViews: Vector[ColumnLineage] = Vector.empty,
    rowsFromViews: Vector[Dependency] = Vector.empty
)

/** The lineage of DataFrames whose plan Spark has dropped: checkpoints and the batches of a stream. */
trait LineageCache {

  /** The lineage of the DataFrame that an RDD holds.
    *
    * @param columns
    *   the ids that Spark gave its columns
    * @param rddId
    *   the id of the RDD, for an RDD whose columns have got new ids since
    */
  def find(columns: Seq[Long], rddId: Int): Option[CachedLineage]
}

object LineageCache {
  val none: LineageCache = (_, _) => None
}

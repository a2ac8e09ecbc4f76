package io.headwater.plan.session

import io.headwater.model.{ColumnLineage, Dataset, Dependency}

/** What the columns of a frame come from, told without its plan: values alone, so that keeping one keeps no RDD, no
  * session and no block of data alive. `columns` are in the order of the frame's.
  */
final case class CachedLineage(
    sources: Vector[Dataset],
    columns: Vector[ColumnLineage],
    rows: Vector[Dependency]
)

/** Frames whose plan is gone and whose lineage is remembered: checkpointed ones, a stream's batches. */
trait LineageCache {

  /** The frame that an RDD holds, by the ids of the columns that Spark gave it or by the RDD itself. */
  def find(columns: Seq[Long], rddId: Int): Option[CachedLineage]
}

object LineageCache {
  val none: LineageCache = (_, _) => None
}

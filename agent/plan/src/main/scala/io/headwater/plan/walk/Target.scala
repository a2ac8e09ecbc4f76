package io.headwater.plan.walk

import org.apache.spark.sql.SaveMode

import io.headwater.model.{Dataset, Field}

/** The target of a write.
  *
  * @param suffix
  *   the suffix of the job name; None if the write gives none
  * @param committed
  *   finds the version that the query has created; it is called after the query has ended, when later queries may have
  *   changed the table, too
  * @param isConditional
  *   see [[io.headwater.model.Sink]]
  * @param isCounted
  *   see [[io.headwater.model.Sink]]
  * @param isWrittenByJob
  *   see [[io.headwater.model.Sink]]
  * @param omittedColumns
  *   columns of the table for which the query has no values
  * @param generatedColumns
  *   columns that the table computes from others, with their expressions in Spark's SQL
  * @param schemaAfter
  *   see [[io.headwater.model.Sink]]
  * @param ifFailed
  *   see [[io.headwater.model.Sink]]
  * @param isProvisional
  *   see [[io.headwater.model.Sink]]
  */
final case class Target(
    dataset: Dataset,
    suffix: Option[String],
    committed: Write.VersionAt = Write.unversioned,
    isConditional: Boolean = false,
    isCounted: Boolean = true,
    isWrittenByJob: Boolean = false,
    omittedColumns: Vector[String] = Vector.empty,
    generatedColumns: Map[String, String] = Map.empty,
    schemaAfter: Option[Vector[Field]] = None,
    ifFailed: Option[Dataset] = None,
    isProvisional: Boolean = false
) {

  /** The target for a save mode. With "ignore" nothing is written if the table exists. */
  def withMode(mode: SaveMode): Target = copy(isConditional = mode == SaveMode.Ignore)

  /** The target of `INSERT OVERWRITE … PARTITION … IF NOT EXISTS`. Nothing is written if the partition exists.
    *
    * @param ifNotExists
    *   whether the statement has `IF NOT EXISTS`
    */
  def unlessPartitionExists(ifNotExists: Boolean): Target = copy(isConditional = isConditional || ifNotExists)
}

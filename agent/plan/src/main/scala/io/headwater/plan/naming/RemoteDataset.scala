package io.headwater.plan.naming

import io.headwater.model.DatasetId
import io.headwater.plan.sqltext.tokens.SqlDialect

/** A dataset outside Spark that a connector reads or writes. */
sealed trait RemoteDataset
object RemoteDataset {

  /** Tables, topics or similar. Each of them has all the columns that Spark sees. */
  final case class Tables(ids: Vector[DatasetId]) extends RemoteDataset

  /** A query that the remote database runs.
    *
    * @param dataset
    *   the dataset of a table name, given in its parts
    */
  final case class Query(text: String, dialect: SqlDialect, dataset: Vector[String] => DatasetId)
      extends RemoteDataset

  /** A dataset whose name the driver cannot determine.
    *
    * @param reason
    *   the reason, for the gap in the event
    */
  final case class Unresolved(reason: String) extends RemoteDataset

  def table(id: DatasetId): RemoteDataset = Tables(Vector(id))
}

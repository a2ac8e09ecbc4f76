package io.headwater.plan.naming

import io.headwater.model.DatasetId
import io.headwater.plan.sqltext.tokens.SqlDialect

/** What a connector reads from or writes to, outside of Spark. */
sealed trait RemoteDataset
object RemoteDataset {

  /** Tables, topics or the like, all with the columns that Spark sees. */
  final case class Tables(ids: Vector[DatasetId]) extends RemoteDataset

  /** A query that the other side runs. */
  final case class Query(text: String, dialect: SqlDialect, dataset: Vector[String] => DatasetId)
      extends RemoteDataset

  /** It has no name that the driver knows. */
  final case class Unresolved(reason: String) extends RemoteDataset

  def table(id: DatasetId): RemoteDataset = Tables(Vector(id))
}

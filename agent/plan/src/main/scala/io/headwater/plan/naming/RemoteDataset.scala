package io.headwater.plan.naming

import io.headwater.model.DatasetId
import io.headwater.plan.sqltext.tokens.SqlDialect

/** A dataset outside Spark that a connector reads or writes. */
sealed trait RemoteDataset {

  /** What an option in the language of the store selects of these tables. */
  def selectedBy(option: String, sameColumns: Boolean): RemoteDataset = this match {
    case RemoteDataset.Tables(ids) => RemoteDataset.Selected(ids, option, sameColumns)
    case other => other
  }
}

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

  /** Tables of which the remote store sends what an option in its own language selects.
    *
    * @param option
    *   the name of the option; the columns that it uses are not known
    * @param sameColumns
    *   whether the columns are those of the tables, so that the option decides on rows only
    */
  final case class Selected(ids: Vector[DatasetId], option: String, sameColumns: Boolean)
      extends RemoteDataset {

    /** The reason, for the gap in the event. */
    def reason: String = s"the columns that the option $option uses are not known"
  }

  /** A dataset whose name the driver cannot determine.
    *
    * @param reason
    *   the reason, for the gap in the event
    */
  final case class Unresolved(reason: String) extends RemoteDataset

  def table(id: DatasetId): RemoteDataset = Tables(Vector(id))
}

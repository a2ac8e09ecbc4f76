package io.headwater.plan.naming

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.{Certainty, Dataset, DatasetId}
import io.headwater.plan.graph.Scope
import io.headwater.plan.sqltext.QueryText
import io.headwater.plan.sqltext.tokens.SqlDialect
import io.headwater.plan.walk.RuleContext

/** What a connector reads from or writes to, outside of Spark. */
sealed trait RemoteDataset
object RemoteDataset {

  /** Tables, topics or the like, all with the columns that Spark sees. */
  final case class Tables(ids: Vector[DatasetId]) extends RemoteDataset

  /** A query that the other side runs. */
  final case class Query(text: String, dialect: SqlDialect, dataset: Vector[String] => DatasetId)
      extends RemoteDataset

  /** It has no name that the driver knows. */
  final case class Nameless(reason: String) extends RemoteDataset

  def table(id: DatasetId): RemoteDataset = Tables(Vector(id))

  /** The scope of a relation with these columns. */
  def read(site: RuleContext, remote: RemoteDataset, output: Seq[Attribute]): Scope =
    read(site, remote, output, unnamed(output))

  /** A dataset that has columns and no id yet. */
  def unnamed(output: Seq[Attribute]): Dataset = Dataset(DatasetId("", ""), Schemas.fields(output))

  /** `known`: what its tables are but for their ids. */
  def read(site: RuleContext, remote: RemoteDataset, output: Seq[Attribute], known: Dataset): Scope =
    remote match {
      case Tables(ids) => site.sources(ids.map(id => known.copy(id = id)), output)
      case query: Query => queried(site, query, output)
      case Nameless(reason) =>
        site.gap("source", reason)
        site.opaque(output, Vector.empty, Certainty.Unknown)
    }

  private def queried(site: RuleContext, query: Query, output: Seq[Attribute]): Scope = {
    val found = QueryText.read(query.text, query.dialect, output.map(_.name), site.graph)(query.dataset)
    if (found.inferred)
      site.gap(
        "columns",
        "the query is not in words that can be parsed; its tables are inferred from its text"
      )
    if (found.tables.isEmpty) site.gap("source", "the query names no table")
    found.tables.foreach(id => site.findings.source(Dataset(id)))
    Scope(LongMap(output.map(_.exprId.id).zip(found.columns): _*), found.rows)
  }
}

package io.headwater.plan.relations

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.{ColumnRef, Dataset, DatasetId, Field}
import io.headwater.plan.graph.{Closure, Node, Scope}
import io.headwater.plan.naming.{RemoteDataset, Schemas}
import io.headwater.plan.sqltext.QueryText
import io.headwater.plan.walk.RuleContext

/** The scopes of relations that a connector reads. */
object RemoteScopes {

  def of(context: RuleContext, remote: RemoteDataset, output: Seq[Attribute]): Scope =
    of(context, remote, output, template(output))

  /** The scope of a remote dataset.
    *
    * @param template
    *   the properties of the remote tables except their ids
    */
  def of(context: RuleContext, remote: RemoteDataset, output: Seq[Attribute], template: Dataset): Scope =
    remote match {
      case RemoteDataset.Tables(ids) => context.sources(ids.map(id => template.copy(id = id)), output)
      case query: RemoteDataset.Query => ofQuery(context, query, output)
      case RemoteDataset.Unresolved(reason) =>
        context.unknown(output, "source", reason)
    }

  /** A dataset with columns and without an id. */
  def template(output: Seq[Attribute]): Dataset = Dataset(DatasetId("", ""), Schemas.fields(output))

  private def ofQuery(context: RuleContext, query: RemoteDataset.Query, output: Seq[Attribute]): Scope = {
    val parsed = QueryText.read(query.text, query.dialect, output.map(_.name), context.graph)(query.dataset)
    if (parsed.inferred)
      context.gap(
        "columns",
        "the query cannot be parsed; its tables are inferred from its text"
      )
    if (parsed.tables.isEmpty) context.gap("source", "the query names no table")
    val fields = queryFields(context, parsed, output)
    parsed.tables.foreach { id =>
      context.findings.source(Dataset(id, fields.getOrElse(id, Vector.empty), wholeRows = false))
    }
    Scope(LongMap(output.map(_.exprId.id).zip(parsed.columns): _*), parsed.rows)
  }

  /** The columns of its tables that a query names. The type of a column that the query returns unchanged is known; the type
    * of a column that it computes with is not.
    */
  private def queryFields(
      context: RuleContext,
      query: QueryText,
      output: Seq[Attribute]
  ): Map[DatasetId, Vector[Field]] = {
    val closure = new Closure(context.graph)
    val returned = query.columns.zip(Schemas.fields(output)).flatMap { case (node, field) =>
      source(context, node).map(ref => ref.dataset -> field.copy(name = ref.column))
    }
    val named = (query.columns :+ query.rows).distinct.flatMap(closure.dependencies).map(_.source)
      .map(ref => ref.dataset -> Field(ref.column, None))
    (returned ++ named).groupBy(_._1).map { case (id, fields) => id -> firstByName(fields.map(_._2)) }
  }

  private def firstByName(fields: Vector[Field]): Vector[Field] = {
    val byName = fields.groupBy(_.name)
    fields.map(_.name).distinct.map(byName(_).head)
  }

  private def source(context: RuleContext, node: Int): Option[ColumnRef] = context.graph.node(node) match {
    case Node.Source(ref) => Some(ref)
    case _ => None
  }
}

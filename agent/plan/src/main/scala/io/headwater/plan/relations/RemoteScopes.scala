package io.headwater.plan.relations

import scala.collection.immutable.LongMap

import org.apache.spark.sql.catalyst.expressions.Attribute

import io.headwater.model.{Certainty, Dataset, DatasetId}
import io.headwater.plan.graph.Scope
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
      case selected: RemoteDataset.Selected => ofSelected(context, selected, output, template)
      case query: RemoteDataset.Query => ofQuery(context, query, output)
      case RemoteDataset.Unresolved(reason) =>
        context.unknown(output, "source", reason)
    }

  /** A dataset with columns and without an id. */
  def template(output: Seq[Attribute]): Dataset = Dataset(DatasetId("", ""), Schemas.fields(output))

  private def ofSelected(
      context: RuleContext,
      selected: RemoteDataset.Selected,
      output: Seq[Attribute],
      template: Dataset
  ): Scope = {
    context.gap("columns", selected.reason)
    val schema = if (selected.sameColumns) template.schema else Vector.empty
    val tables = selected.ids.map(id => template.copy(id = id, schema = schema))
    val scope =
      if (selected.sameColumns) context.sources(tables, output)
      else {
        tables.foreach(context.findings.source)
        context.opaque(output, Vector.empty, Certainty.Unknown)
      }
    scope.copy(rows = context.graph.derived(Vector.empty, Certainty.Unknown))
  }

  private def ofQuery(context: RuleContext, query: RemoteDataset.Query, output: Seq[Attribute]): Scope = {
    val names = output.map(_.name)
    val parsed = QueryText.read(query.text, query.dialect, names, context.graph)(query.dataset)
    (parsed.gaps ++ parsed.unexplained(names, context.graph)).foreach(context.gap("columns", _))
    if (parsed.tables.isEmpty) context.gap("source", "the query names no table")
    val fields = parsed.fields(context.graph, Schemas.fields(output))
    parsed.tables.foreach { id =>
      context.findings.source(Dataset(id, fields.getOrElse(id, Vector.empty), wholeRows = false))
    }
    Scope(LongMap(output.map(_.exprId.id).zip(parsed.columns): _*), parsed.rows)
  }
}

package io.headwater.emit.facets

import io.headwater.model.{ColumnLineage, DatasetId, Dependency, PlanLineage, ReadView, Sink}
import io.headwater.util.JavaCollections
import io.openlineage.client.OpenLineage.RunFacet

/** `headwater_views`: the persistent views that the run reads, the columns of them that it uses, what these depend on by the
  * views' definitions, and the outputs that depend on the views. `usedBy` is left out where views are inputs, because
  * `columnLineage` has it then, and for a view that is read only through another view, whose `definition` has it.
  *
  * {{{{"views": [{"namespace": "file:/w", "name": "default.paid", "columns": ["amount"],
  *    "definition": {"fields": {"amount": [{"namespace": "file", "name": "/o", "field": "amount", "subtypes": ["IDENTITY"]}]}},
  *    "usedBy": [{"namespace": "file", "name": "/t", "fields": {"total": [{"field": "amount", "subtypes": ["AGGREGATION"]}]}}]}]}}}}
  */
object ViewsFacet {
  def apply(settings: EventSettings, lineage: PlanLineage): Option[RunFacet] =
    if (lineage.views.isEmpty) None
    else {
      val views = lineage.views.map(view(_, lineage))
      Some(CustomFacet(settings, Vector("views" -> JavaCollections.list(views))))
    }

  private def view(v: ReadView, lineage: PlanLineage) = {
    val read = JavaCollections.list(v.columns.map(_.path))
    val definition = dependencies(v.columns, v.rows)(source)
    val isInput = lineage.sources.exists(_.id == v.dataset.id)
    val consumers =
      if (!v.named || isInput) Vector.empty
      else Vector("usedBy" -> JavaCollections.list(lineage.sinks.map(usedBy(v.dataset.id, _))))
    JavaCollections.map[Any](
      id(v.dataset.id) ++ nonEmpty("columns", read) ++
        nonEmpty("definition", JavaCollections.map(definition)) ++ consumers
    )
  }

  private def usedBy(view: DatasetId, sink: Sink) = {
    def ofView(all: Vector[Dependency]) = all.filter(_.source.dataset == view)
    val columns = sink.fromViews.map(c => c.copy(dependencies = ofView(c.dependencies)))
    JavaCollections.map[Any](
      id(sink.dataset.id) ++
        dependencies(columns.filter(_.dependencies.nonEmpty), ofView(sink.rowsFromViews))(_ => Vector.empty)
    )
  }

  /** @param source
    *   what identifies the dataset of a source column
    */
  private def dependencies(columns: Vector[ColumnLineage], rows: Vector[Dependency])(
      source: Dependency => Vector[(String, Any)]
  ): Vector[(String, Any)] = {
    def listed(all: Vector[Dependency]) = JavaCollections.list(all.map { d =>
      val subtypes = JavaCollections.list(d.transformations.map(_.kind.subtype).distinct)
      JavaCollections.map[Any](source(d) ++ Vector("field" -> d.source.path, "subtypes" -> subtypes))
    })
    val fields = JavaCollections.map(columns.map(c => c.path -> listed(c.dependencies)))
    nonEmpty("fields", fields) ++ nonEmpty("dataset", listed(rows))
  }

  private def source(d: Dependency): Vector[(String, Any)] = id(d.source.dataset)

  private def id(dataset: DatasetId): Vector[(String, Any)] =
    Vector("namespace" -> dataset.namespace, "name" -> dataset.name)

  private def nonEmpty(name: String, values: java.util.List[_]): Vector[(String, Any)] =
    if (values.isEmpty) Vector.empty else Vector(name -> values)

  private def nonEmpty(name: String, values: java.util.Map[String, _]): Vector[(String, Any)] =
    if (values.isEmpty) Vector.empty else Vector(name -> values)
}

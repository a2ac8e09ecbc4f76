package io.headwater.plan

import io.headwater.model.{Certainty, ColumnLineage, DatasetId, Dependency, PlanLineage, Sink}

/** Lineage as the lines of a fixture. A dataset is shown by the last part of its name. */
object Rendering {

  def lines(lineage: PlanLineage): Vector[String] = {
    val reads = lineage.sources.map(d => short(d.id)).sorted
    reads.map("reads " + _) ++ lineage.sinks.flatMap(sink) ++ lineage.gaps.map(g =>
      s"gap ${g.node.split('.').last}: ${g.reason}"
    )
  }

  private def sink(sink: Sink): Vector[String] = {
    val lifecycle = sink.dataset.lifecycle.fold("")(" " + _.name)
    val columns = sink.columns.map(column)
    s"writes ${short(sink.dataset.id)}$lifecycle" +: (columns ++ sink.rows.map(d => s"rows <- ${source(d)}"))
  }

  def column(c: ColumnLineage): String = s"${c.path} ${mark(c.certainty)}${sources(c.dependencies)}".trim

  private def mark(certainty: Certainty): String =
    if (certainty == Certainty.Exact) "<- " else s"<-${certainty.name}- "

  private def sources(dependencies: Vector[Dependency]): String =
    if (dependencies.isEmpty) "nothing" else dependencies.map(source).mkString(", ")

  def source(d: Dependency): String = {
    val kinds = d.transformations.map(t => t.kind.subtype + (if (t.masking) "!" else ""))
    s"${short(d.source.dataset)}.${d.source.path} ${kinds.mkString("+")}"
  }

  private def short(id: DatasetId): String = id.name.split('/').last
}

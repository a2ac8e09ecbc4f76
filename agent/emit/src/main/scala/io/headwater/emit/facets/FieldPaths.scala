package io.headwater.emit.facets

import io.headwater.model.{
  Certainty,
  ColumnLineage,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  Sink,
  Transformation
}

/** Column lineage for backends that do not know every nested field: another field counts as the one that contains it. The
  * schemas of the datasets decide which this is, because the name of a column may contain a dot. A field of a
  * dataset without schema keeps its name. A column that is a copy of a part of another, or has a copy as its part, is no
  * copy of it.
  */
private[emit] final class FieldPaths(datasets: Vector[Dataset], names: FieldNames.Shortened) {
  private val known: Map[DatasetId, Set[String]] =
    datasets.groupBy(_.id).map { case (id, same) => id -> same.flatMap(d => names.of(d.schema)).toSet }

  /** The output with fields that are known, also those of its sources. Duplicates are merged. */
  def apply(sink: Sink): Sink = {
    val fields = sink.columns.map { c =>
      val name = shortened(sink.dataset.id, c.path)
      name -> c.copy(dependencies = c.dependencies.map(d => ofPart(d, isPart = name != c.path)))
    }
    val byColumn = fields.groupBy(_._1)
    sink.copy(
      columns = fields.map(_._1).distinct.map(name => merged(name, byColumn(name).map(_._2))),
      rows = dependencies(sink.rows)
    )
  }

  private def merged(name: String, fields: Vector[ColumnLineage]): ColumnLineage =
    ColumnLineage(
      name,
      dependencies(fields.flatMap(_.dependencies)),
      fields.map(_.certainty).reduce(Certainty.leastCertain)
    )

  /** @param isPart whether the output is a part of the column that is named */
  private def ofPart(d: Dependency, isPart: Boolean): Dependency =
    if ((shortened(d.source.dataset, d.source.path) != d.source.path) == isPart) d
    else d.copy(transformations = d.transformations.map(_.ofPart))

  private def dependencies(all: Vector[Dependency]): Vector[Dependency] = {
    val cut = all.map { d =>
      ColumnRef(d.source.dataset, shortened(d.source.dataset, d.source.path)) -> d.transformations
    }
    val bySource = cut.groupBy(_._1)
    cut.map(_._1).distinct.map(s => Dependency(s, FieldPaths.united(bySource(s).flatMap(_._2))))
  }

  /** The longest beginning of the path that is known. */
  private def shortened(dataset: DatasetId, path: String): String = {
    val fields = known.getOrElse(dataset, Set.empty[String])
    Iterator.iterate(path)(p => p.take(p.lastIndexOf('.'))).takeWhile(_.nonEmpty).find(fields).getOrElse(path)
  }
}

private object FieldPaths {

  /** The distinct transformations. If one field of a column is not masked, the column is not. */
  def united(all: Vector[Transformation]): Vector[Transformation] = {
    val isMasked = all.groupBy(_.kind.isDirect).map { case (direct, same) =>
      direct -> same.forall(_.masking)
    }
    all.map(t => t.copy(masking = isMasked(t.kind.isDirect))).distinct
  }
}

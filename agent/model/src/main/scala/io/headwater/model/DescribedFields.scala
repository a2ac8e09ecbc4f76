package io.headwater.model

import java.util.Locale.ROOT

import io.headwater.util.MapConserve

/** Makes every dependency refer to a field that the event describes: its dataset is an input, and the schema of that input
  * has the field at its path. Most lineage is so already. The other cases:
  *
  *   - A name in another case, or a dotted text, gets the names of the schema.
  *   - A field below the fields that the schema has counts as the last of them: a part of a value of unknown structure.
  *   - A dataset without the field gets it, without a type: an extension or a query names it, and nothing else is known.
  *
  * Columns of outputs are treated likewise.
  */
object DescribedFields {

  def apply(lineage: PlanLineage): PlanLineage = {
    val inputs = lineage.sources.map(d => d.id -> new SchemaFields(d.schema)).toMap
    def isDescribed(d: Dependency): Boolean =
      inputs.get(d.source.dataset).exists(_.has(d.source.column, d.source.fields))

    val sinks = MapConserve(lineage.sinks)(columnsOfSchema)
    val dependencies = sinks.iterator.flatMap(s => s.columns.iterator.flatMap(_.dependencies) ++ s.rows)
    if (dependencies.forall(isDescribed))
      if (sinks eq lineage.sinks) lineage else lineage.copy(sinks = sinks)
    else {
      val sources = withFields(lineage.sources, sinks)
      val described = sources.map(d => d.id -> new SchemaFields(d.schema)).toMap
      lineage.copy(sources = sources, sinks = sinks.map(resolved(_, described)))
    }
  }

  /** The sources, with the datasets and the columns that dependencies name in addition. */
  private def withFields(sources: Vector[Dataset], sinks: Vector[Sink]): Vector[Dataset] = {
    val named = sinks.flatMap(s => s.columns.flatMap(_.dependencies) ++ s.rows).map(_.source).distinct
    val columns = named.groupBy(_.dataset).map { case (id, refs) => id -> refs.map(_.column).distinct }
    val known = sources.map(_.id).toSet
    (sources ++ named.map(_.dataset).distinct.filterNot(known).map(Dataset(_))).map { d =>
      val fields = new SchemaFields(d.schema)
      val missing = columns.getOrElse(d.id, Vector.empty).filter(fields.path(_).isEmpty)
      if (missing.isEmpty) d else d.copy(schema = d.schema ++ missing.map(Field(_, None)))
    }
  }

  private def resolved(sink: Sink, described: Map[DatasetId, SchemaFields]): Sink = {
    def dependency(d: Dependency): Dependency = {
      val fields = described(d.source.dataset)
      if (fields.has(d.source.column, d.source.fields)) d
      else {
        val path = fields.path(d.source.column).fold(Vector(d.source.column))(_ ++ d.source.fields)
        val known = fields.prefix(path)
        val transformations =
          if (known.size == path.size) d.transformations else d.transformations.map(_.ofPart).distinct
        Dependency(d.source.copy(column = known.head, fields = known.tail), transformations)
      }
    }
    sink.copy(
      columns = sink.columns.map(c => c.copy(dependencies = c.dependencies.map(dependency))),
      rows = sink.rows.map(dependency)
    )
  }

  /** The sink with a field for each column. A nested field that the schema does not have is left out: its dependencies
    * are among those of its column.
    */
  private def columnsOfSchema(sink: Sink): Sink = {
    val fields = new SchemaFields(sink.dataset.schema)
    if (sink.columns.forall(c => fields.has(c.column, c.fields))) sink
    else {
      val named = sink.columns.map(c =>
        fields.path(c.column).fold(c)(p => c.copy(column = p.head, fields = p.tail ++ c.fields))
      )
      val missing = named.filter(_.fields.isEmpty).map(_.column).distinct.filter(fields.path(_).isEmpty)
      val schema = sink.dataset.schema ++ missing.map(Field(_, None))
      val all = new SchemaFields(schema)
      sink.copy(
        dataset = sink.dataset.copy(schema = schema),
        columns = named.filter(c => all.has(c.column, c.fields))
      )
    }
  }
}

/** The fields of a schema by their paths. */
private final class SchemaFields(schema: Vector[Field]) {
  private lazy val byName: Map[String, Field] = schema.reverseIterator.map(f => f.name -> f).toMap
  private lazy val byLowerCase: Map[String, Field] =
    schema.reverseIterator.map(f => f.name.toLowerCase(ROOT) -> f).toMap

  def has(column: String, fields: Vector[String]): Boolean =
    byName.get(column).exists(f => fields.isEmpty || below(f, fields) == fields)

  /** The path of a column by its name, in any case, or by the dotted path of a nested field. */
  def path(name: String): Option[Vector[String]] =
    byName.get(name).orElse(byLowerCase.get(name.toLowerCase(ROOT))).map(f => Vector(f.name)).orElse(
      dots(name).flatMap { at =>
        byName.get(name.take(at)).orElse(byLowerCase.get(name.take(at).toLowerCase(ROOT)))
          .map(f => f.name +: name.drop(at + 1).split('.').toVector)
      }.headOption
    )

  /** The longest part of a path that the schema has, with the names of the schema. Its column is in the schema. */
  def prefix(path: Vector[String]): Vector[String] =
    byName.get(path.head).fold(path.take(1))(f => f.name +: below(f, path.tail))

  private def below(field: Field, path: Vector[String]): Vector[String] =
    path.headOption.flatMap(child(field, _)).fold(Vector.empty[String])(f => f.name +: below(f, path.tail))

  private def child(field: Field, name: String): Option[Field] =
    field.children.find(_.name == name).orElse(field.children.find(_.name.equalsIgnoreCase(name)))

  private def dots(name: String): Vector[Int] = name.indices.filter(name(_) == '.').toVector.reverse
}

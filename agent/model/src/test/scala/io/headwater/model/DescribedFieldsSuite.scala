package io.headwater.model

import org.scalatest.funsuite.AnyFunSuite

final class DescribedFieldsSuite extends AnyFunSuite {
  private val people = DatasetId("file", "/people")
  private val city = Field("city", Some("string"))
  private val schema = Vector(
    Field("Id", Some("integer")),
    Field("a.b", Some("string")),
    Field("address", Some("struct"), children = Vector(city)),
    Field("anything", Some("variant"))
  )

  private def described(
      refs: Vector[ColumnRef],
      schema: Vector[Field] = schema,
      kind: Kind = Kind.Identity,
      columns: Vector[Field] = Vector(Field("c", None))
  ): (PlanLineage, Vector[Dependency]) = {
    val dependencies = refs.map(Dependency(_, Vector(Transformation(kind))))
    val sink = Sink(Dataset(DatasetId("file", "/out"), columns), Vector(ColumnLineage("c", dependencies)))
    val result = DescribedFields(PlanLineage(Vector(Dataset(people, schema)), Vector(sink)))
    (result, result.sinks(0).columns(0).dependencies)
  }

  private def path(ref: ColumnRef): (Vector[String], Kind) = {
    val dependency = described(Vector(ref))._2(0)
    (dependency.source.column +: dependency.source.fields, dependency.transformations(0).kind)
  }

  test("a field that the schema has stays as it is, with dots in its name, too") {
    assert(path(ColumnRef(people, "a.b")) == (Vector("a.b") -> Kind.Identity))
    assert(path(ColumnRef(people, "address", Vector("city"))) == (Vector("address", "city") -> Kind.Identity))
  }

  test("a name in another case and a dotted text get the names of the schema") {
    assert(path(ColumnRef(people, "ID")) == (Vector("Id") -> Kind.Identity))
    assert(path(ColumnRef(people, "Address.City")) == (Vector("address", "city") -> Kind.Identity))
  }

  test("a part that the schema does not have counts as the last field that it has") {
    assert(path(ColumnRef(people, "anything", Vector("x"))) == (Vector("anything") -> Kind.Transformation))
    assert(path(ColumnRef(people, "address.zip")) == (Vector("address") -> Kind.Transformation))
  }

  test("a column that only a dependency names becomes a field without a type") {
    val (lineage, dependencies) = described(Vector(ColumnRef(people, "new"), ColumnRef(people, "Id")))
    assert(lineage.sources.map(_.schema) == Vector(schema :+ Field("new", None)))
    assert(dependencies.map(_.source.path) == Vector("new", "Id"))
    val other = DatasetId("file", "/other")
    assert(described(Vector(ColumnRef(other, "x")))._1.sources.map(d => d.id -> d.schema.map(_.name)) ==
      Vector(people -> schema.map(_.name), other -> Vector("x")))
  }

  test("an output has a field for each of its columns") {
    val (lineage, _) = described(Vector(ColumnRef(people, "Id")), columns = Vector(Field("C", Some("int"))))
    assert(lineage.sinks.map(s => s.dataset.schema.map(_.name) -> s.columns.map(_.path)) ==
      Vector(Vector("C") -> Vector("C")))
    val (unknown, _) = described(Vector(ColumnRef(people, "Id")), columns = Vector.empty)
    assert(unknown.sinks.map(_.dataset.schema) == Vector(Vector(Field("c", None))))
  }

  test("two reads of one dataset have the fields of both") {
    val wider =
      Vector(Field("address", Some("struct"), children = Vector(Field("zip", None))), Field("x", None))
    val both = Field.union(schema, wider)
    assert(both.map(_.name) == Vector("Id", "a.b", "address", "anything", "x"))
    assert(both(2).children.map(_.name) == Vector("city", "zip"))
  }
}

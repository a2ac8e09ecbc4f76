package io.headwater.emit.facets

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{
  Certainty,
  ColumnLineage,
  ColumnRef,
  Dataset,
  DatasetId,
  Dependency,
  Field,
  Kind,
  Sink,
  Transformation
}

class FieldPathsSuite extends AnyFunSuite {
  private def dataset(name: String, columns: String*): Dataset =
    Dataset(DatasetId("file", name), columns.map(Field(_, Some("struct"))).toVector)
  private val people = dataset("/people", "id", "address", "home.town")
  private val unknown = dataset("/unknown")
  private def from(source: Dataset, path: String, ways: Transformation*): Dependency =
    Dependency(ColumnRef(source.id, path), ways.toVector)
  private val (copied, computed) = (Transformation(Kind.Identity), Transformation(Kind.Transformation))
  private def cut(columns: ColumnLineage*): Vector[ColumnLineage] = {
    val out = Sink(dataset("/out", "city", "person", "a.b"), columns.toVector)
    new FieldPaths(Vector(people, unknown, out.dataset), FieldNames.TopLevel)(out).columns
  }

  // rows: conf.field-names
  test("a nested field counts as the column that contains it, in and out") {
    val fields = Vector("person" -> "address", "person.city" -> "address.town", "person.id" -> "address.nr")
      .map { case (column, source) => ColumnLineage(column, Vector(from(people, source, copied))) }
    assert(cut(fields: _*) == Vector(ColumnLineage("person", Vector(from(people, "address", copied)))))
  }

  test("a column is no copy of the one that has it as a field, and none of the one that it has as a field") {
    val field = ColumnLineage("city", Vector(from(people, "address.city", copied)))
    assert(cut(field) == Vector(ColumnLineage("city", Vector(from(people, "address", computed)))))
    val whole = ColumnLineage("person.id", Vector(from(people, "id", copied)))
    assert(cut(whole) == Vector(ColumnLineage("person", Vector(from(people, "id", computed)))))
  }

  test("structFields keeps the fields of structs, and cuts a path at the part of an array or a map") {
    def text(name: String) = Field(name, Some("string"))
    def nested(name: String, kind: String, fields: Field*) =
      Field(name, Some(kind), children = fields.toVector)
    val entry = nested("entry", "struct", text("key"), text("value"))
    val items = nested("items", "array", nested("_element", "struct", text("sku")))
    val attrs = nested("attrs", "map", text("key"), entry.copy(name = "value"))
    val schema = Vector(nested("order", "struct", items, attrs, entry), text("id"))
    val orders = Dataset(DatasetId("file", "/orders"), schema)
    def cut(path: String): String = {
      val out = Sink(dataset("/out", "x"), Vector(ColumnLineage("x", Vector(from(orders, path, computed)))))
      val paths = new FieldPaths(Vector(orders, out.dataset), FieldNames.StructFields)
      paths(out).columns.flatMap(_.dependencies).map(_.source.path).mkString
    }
    assert(Seq("id", "order", "order.entry.key", "order.entry.value").forall(p => cut(p) == p))
    assert(Seq("order.items._element", "order.items._element.sku").map(cut).distinct == Seq("order.items"))
    assert(Seq("order.attrs.key", "order.attrs.value.key").map(cut).distinct == Seq("order.attrs"))
    val copy = Sink(
      orders,
      Vector("order.items", "order.items._element.sku", "order.entry.key").map { path =>
        ColumnLineage(path, Vector(from(orders, path, copied)))
      }
    )
    val kept = new FieldPaths(Vector(orders), FieldNames.StructFields)(copy).columns
    assert(kept.map(_.path) == Vector("order.items", "order.entry.key"))
    assert(kept.map(_.dependencies.map(_.source.path)) == kept.map(c => Vector(c.path)))
  }

  test("a column whose name has a dot stays whole") {
    val column = ColumnLineage("a.b", Vector(from(people, "home.town", copied)))
    assert(cut(column) == Vector(column))
    val field = ColumnLineage("a.b.c", Vector(from(people, "home.town.name._element", copied)))
    assert(cut(field) == Vector(column))
  }

  test("a field of a dataset without schema keeps its name") {
    val column = ColumnLineage("city", Vector(from(unknown, "address.city", copied)))
    assert(cut(column) == Vector(column))
  }

  test("the least certain field decides, and transformations are united") {
    val fields = Vector(
      ColumnLineage("person.a", Vector(from(people, "address.a", copied))),
      ColumnLineage("person.b", Vector(from(people, "address.b", computed, copied)), Certainty.Opaque)
    )
    assert(cut(fields: _*) == Vector(
      ColumnLineage("person", Vector(from(people, "address", copied, computed)), Certainty.Opaque)
    ))
  }

  test("a column is masked only if all of its fields are") {
    val hashed = computed.copy(masking = true)
    def masked(ways: Transformation*): Vector[Boolean] = {
      val all = ways.zipWithIndex.map { case (way, n) => from(people, s"address.f$n", way) }.toVector
      cut(ColumnLineage("city", all)).flatMap(_.dependencies).flatMap(_.transformations).map(_.masking)
    }
    assert(masked(hashed, hashed) == Vector(true))
    assert(masked(hashed, computed) == Vector(false))
    assert(masked(hashed, copied) == Vector(false)) // the copy of a field is not one of the column
  }

  test("the columns that decide about rows are cut, too") {
    val filter = Transformation(Kind.Filter)
    val out = Sink(
      dataset("/out"),
      rows = Vector(from(people, "address.a", filter), from(people, "address.b", filter))
    )
    assert(new FieldPaths(
      Vector(people),
      FieldNames.TopLevel
    )(out).rows == Vector(from(people, "address", filter)))
  }
}

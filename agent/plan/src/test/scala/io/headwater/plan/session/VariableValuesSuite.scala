package io.headwater.plan.session

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnLineage, ColumnRef, Dataset, DatasetId, Dependency}

final class VariableValuesSuite extends AnyFunSuite {

  private def of(table: String): CachedLineage = {
    val id = DatasetId("file", table)
    val column = ColumnLineage("", Vector(Dependency(ColumnRef(id, "a"), Vector.empty)))
    CachedLineage(Vector(Dataset(id)), Vector(column), Vector.empty)
  }

  private def declare(values: VariableValues, table: String): Unit =
    values.declare(replacesAll = false).succeeded(Some(of(table)))

  private def set(values: VariableValues, definition: AnyRef, table: String): Unit =
    values.set(definition).succeeded(Some(of(table)))

  test("a definition belongs to the value that it was first seen with") {
    val values = new VariableValues
    val (first, second) = (new AnyRef, new AnyRef)
    declare(values, "/t")
    assert(values(first).contains(of("/t")))
    assert(values(second).isEmpty)
    set(values, first, "/u")
    assert(values(second).contains(of("/u")))
    assert(values(new AnyRef).isEmpty)
    assert(values(first).contains(of("/t")))
  }

  test("the value before a SET that was the first statement seen is unknown") {
    val values = new VariableValues
    val before = new AnyRef
    set(values, before, "/t")
    assert(values(before).isEmpty)
    assert(values(new AnyRef).contains(of("/t")))
  }

  test("a SET that fails leaves the value before") {
    val values = new VariableValues
    val before = new AnyRef
    declare(values, "/t")
    values.set(before).failed()
    assert(values.newest.flatMap(_.lineage).contains(of("/t")))
    assert(values(before).contains(of("/t")))
  }

  test("of several values that no plan has shown, any may be meant") {
    val values = new VariableValues
    Seq("/t", "/t", "/u").foreach(declare(values, _))
    val found = values(new AnyRef)
    assert(found.toVector.flatMap(_.sources) == Vector("/t", "/u").flatMap(of(_).sources))
    assert(found.toVector.flatMap(_.columns).map(_.certainty) == Vector(Certainty.Opaque))
    values.declare(replacesAll = true).succeeded(Some(of("/t")))
    assert(values(new AnyRef).contains(of("/t")))
  }

  test("values that plans may still have are kept up to a number; then what is not known is unknown") {
    val values = new VariableValues(maxValues = 20)
    val definitions = Vector.fill(100)(new AnyRef)
    declare(values, "/0")
    definitions.zipWithIndex.foreach { case (d, i) => set(values, d, s"/${i + 1}") }
    val known = definitions.indices.filter(i => values(definitions(i)).contains(of(s"/$i")))
    assert(known.size >= 20 && known == (100 - known.size until 100))
    assert(known.size < 100)
    assert(values(definitions(0)).isEmpty && values(new AnyRef).isEmpty)
    set(values, new AnyRef, "/last")
    assert(values.newest.flatMap(_.lineage).contains(of("/last")))
  }
}

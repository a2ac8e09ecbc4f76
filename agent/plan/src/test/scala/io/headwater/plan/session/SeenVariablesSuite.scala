package io.headwater.plan.session

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnLineage, ColumnRef, Dataset, DatasetId, Dependency}

final class SeenVariablesSuite extends AnyFunSuite {
  private val x = VariableName.ofSession("x")
  private val script = "BEGIN DECLARE x INT; INSERT INTO o VALUES (x); END"

  private def of(table: String, columns: String*): CachedLineage = {
    val id = DatasetId("file", table)
    def column(name: String) = ColumnLineage(name, Vector(Dependency(ColumnRef(id, name), Vector.empty)))
    CachedLineage(Vector(Dataset(id)), columns.toVector.map(column), Vector.empty)
  }

  private val constant = CachedLineage(Vector.empty, Vector(ColumnLineage("", Vector.empty)), Vector.empty)

  private def place(index: Int) = ScriptPosition.of(script, index)

  private def tables(lineage: Option[CachedLineage]) = lineage.toVector.flatMap(_.sources).map(_.id.name)

  test("a variable has the lineage of its definition, and the newest otherwise") {
    val variables = new SeenVariables
    val (first, second) = (new AnyRef, new AnyRef)
    variables.declare(x, None).succeeded(Some(constant))
    variables.set(x, first).succeeded(Some(of("/t", "a")))
    variables.set(x, second).succeeded(None)
    assert(variables(x, first).contains(constant))
    assert(tables(variables(x, second)) == Vector("/t"))
    assert(variables(x, new AnyRef).isEmpty)
    assert(variables.newest(x).contains(None))
    variables.drop(x)
    assert(variables.newest(x).isEmpty)
  }

  test("a variable that was dropped leaves its place to another one") {
    val variables = new SeenVariables
    (1 to 2000).map(i => VariableName.ofSession(s"x$i")).foreach { name =>
      variables.declare(name, None).succeeded(Some(constant))
      if (name.name != "x1") variables.drop(name)
    }
    variables.declare(x, None).succeeded(Some(constant))
    assert(variables.areConstant)
    assert(variables.newest(VariableName.ofSession("x1")).contains(Some(constant)))
  }

  test("a variable that is declared again at the same place in a script replaces the earlier one") {
    val variables = new SeenVariables
    val (first, second) = (VariableName(Vector("one"), "x"), VariableName(Vector("two"), "x"))
    variables.declare(first, Some(place(6))).succeeded(Some(constant))
    variables.declare(second, Some(place(6))).succeeded(Some(constant))
    assert(variables.declaredBefore(place(38), "x") == Vector(second))
    assert(variables.newest(first).isEmpty)
    assert(variables.declaredBefore(place(0), "x").isEmpty)
    assert(variables.declaredBefore(ScriptPosition.of(script + " ", 38), "x").isEmpty)
  }

  test("variables are constant unless one depends on data, or a statement was missed") {
    val variables = new SeenVariables
    assert(variables.areConstant)
    variables.declare(x, None).succeeded(Some(constant))
    assert(variables.areConstant)
    variables.set(x, new AnyRef).succeeded(Some(of("/t", "a")))
    assert(!variables.areConstant)
    variables.forgetAll()
    assert(!variables.areConstant && variables.newest(x).isEmpty)
    assert(!new SeenVariables(missed = true).areConstant)
  }

  test("a variable of a loop has the lineage of the loop with its name that began last") {
    val loops = new SeenLoops
    loops.begin(ForLoop(Some("r"), place(1), of("/t", "a", "b")))
    loops.begin(ForLoop(Some("s"), place(2), of("/u", "a")))
    loops.begin(ForLoop(Some("r"), place(3), of("/v", "b")))
    assert(tables(loops.setting("R", "b").map(_._2)) == Vector("/v"))
    assert(tables(loops.setting("s", "A").map(_._2)) == Vector("/u"))
    assert(loops.setting("r", "a").isEmpty)
    assert(loops.setting("other", "a").isEmpty)
  }

  test("if two loops without a name are possible, the value depends on both and is opaque") {
    val loops = new SeenLoops
    loops.begin(ForLoop(None, ScriptPosition.of("another script", 1), of("/w", "a")))
    loops.begin(ForLoop(None, place(1), of("/t", "a", "b")))
    loops.begin(ForLoop(None, place(2), of("/u", "a")))
    val both = loops.setting("random", "a").map(_._2)
    assert(tables(both) == Vector("/u", "/t"))
    assert(both.toVector.flatMap(_.columns).map(_.certainty) == Vector(Certainty.Opaque))
    assert(tables(loops.setting("random", "b").map(_._2)) == Vector("/t"))
  }

  test("a loop that runs again replaces its last run; the number of loops is limited") {
    val loops = new SeenLoops(maxLoops = 2)
    loops.begin(ForLoop(None, place(1), of("/t", "a")))
    loops.begin(ForLoop(None, place(1), of("/u", "a")))
    assert(tables(loops.setting("random", "a").map(_._2)) == Vector("/u"))
    (2 to 3).foreach(i => loops.begin(ForLoop(None, place(i), of(s"/v$i", "a"))))
    assert(tables(loops.setting("random", "a").map(_._2)) == Vector("/v3", "/v2"))
  }
}

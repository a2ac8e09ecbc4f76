package io.headwater.model

import org.scalatest.funsuite.AnyFunSuite

final class PlanLineageSuite extends AnyFunSuite {
  private val table = DatasetId("file", "/lake/t")
  private val output = Sink(Dataset(table))
  private val other = Gap("Project", "columns", "this plan node is not known")
  private def left(columns: Int): Gap = Gap.ofOutput(table, s"the inputs of $columns columns are left out")
  private val running = PlanLineage(sinks = Vector(output), gaps = Vector(left(10), other))

  test("what is left out of an output at the end replaces what was left out before") {
    val commit = Commit(None, Some(output), Vector(left(12)))
    assert(running.committed(Map(table -> commit)).gaps == Vector(other, left(12)))
    assert(running.committed(Map(table -> Commit(None, Some(output)))).gaps == Vector(other))
  }

  test("an output whose columns were known before keeps its gaps") {
    assert(running.committed(Map(table -> Commit(Some("7")))).gaps == running.gaps)
    assert(running.committed(Map.empty) == running)
  }
}

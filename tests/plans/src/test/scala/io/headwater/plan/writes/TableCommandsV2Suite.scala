package io.headwater.plan.writes

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.Lifecycle
import io.headwater.plan.TestSpark

class TableCommandsV2Suite extends AnyFunSuite {
  test("COMMENT ON TABLE names a table of the session catalog as a query does") {
    val lineage = TestSpark.lineage
    val read = lineage.of(TestSpark.analyzed("CREATE TABLE out USING parquet AS SELECT * FROM t")).sources
    val commented = lineage.of(TestSpark.analyzed("COMMENT ON TABLE t IS 'what it has'"))
    assert(commented.gaps.isEmpty)
    assert(commented.sinks.map(_.dataset.lifecycle) == Vector(Some(Lifecycle.Alter)))
    assert(commented.sinks.map(_.dataset.id) == read.map(_.id))
    assert(commented.sinks.map(_.dataset.symlinks) == read.map(_.symlinks))
  }
}

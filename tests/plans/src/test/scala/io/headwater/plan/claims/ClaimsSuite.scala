package io.headwater.plan.claims

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{PlanLineage, Sink}
import io.headwater.plan.TestSpark

class ClaimsSuite extends AnyFunSuite {
  private val rows = "VALUES (1, 'a', 10L), (2, 'b', 20L), (3, 'c', 30L) AS v (k, name, amount)"

  private def verdict(sql: String, change: Sink => Sink = identity): Verdict = {
    def lineageOf(plan: LogicalPlan): PlanLineage = {
      val lineage = TestSpark.lineage.of(plan)
      lineage.copy(sinks = lineage.sinks.map(change))
    }
    new Claims(TestSpark.spark.sql(sql).queryExecution, lineageOf).verdict.fold(r => fail(r), identity)
  }

  private def without(column: String)(sink: Sink): Sink = sink.copy(
    columns = sink.columns.map(c => c.copy(dependencies = c.dependencies.filter(_.source.column != column))),
    rows = sink.rows.filter(_.source.column != column)
  )

  private val queries = Map(
    "amount" -> s"SELECT k, amount + 1 AS more FROM ($rows)",
    "name" -> s"SELECT upper(name) AS name, k FROM ($rows)",
    "k" -> s"SELECT name FROM ($rows) WHERE k > 1"
  )

  for ((column, sql) <- queries) {
    test(s"no experiment refutes the lineage of: $sql") {
      val found = verdict(sql)
      assert(found.misses.isEmpty && found.experiments > 0 && found.failed == 0)
    }
    test(s"a lineage without $column is a miss: $sql") {
      val misses = verdict(sql, without(column)).misses
      assert(misses.nonEmpty && misses.forall(_.columns == Set(s"0.$column")))
    }
  }

  test("a column that depends on the order of the rows proves nothing") {
    val found = verdict(s"SELECT first(name) AS name FROM ($rows)", without("name"))
    assert(found.misses.isEmpty && found.dependOnOrder == 1)
  }

  test("a query without rows of a source has no experiments") {
    val literal = TestSpark.spark.range(1).queryExecution
    assert(new Claims(literal, TestSpark.lineage.of(_)).verdict.isLeft)
  }
}

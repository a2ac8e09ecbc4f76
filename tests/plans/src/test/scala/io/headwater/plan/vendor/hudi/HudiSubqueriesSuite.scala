package io.headwater.plan.vendor.hudi

import org.apache.spark.sql.catalyst.plans.logical.{DeleteFromTable, LogicalPlan, MergeIntoTable, UpdateTable}
import org.apache.spark.sql.hudi.command._
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Subqueries in the statements that Hudi's commands hold: no expression of the command has them. */
class HudiSubqueriesSuite extends AnyFunSuite {
  private def lines(statement: String): Vector[String] = {
    val state = TestSpark.spark.sessionState
    Rendering.lines(
      TestSpark.lineage.of(command(state.analyzer.execute(state.sqlParser.parsePlan(statement))))
    )
  }

  private def command(statement: LogicalPlan): LogicalPlan = statement match {
    case u: UpdateTable => UpdateHoodieTableCommand(u)
    case m: MergeIntoTable => MergeIntoHoodieTableCommand(m)
    case d: DeleteFromTable => DeleteHoodieTableCommand(d)
    case other => other
  }

  test("UPDATE: in the condition and in an assigned value") {
    val found = lines("UPDATE t SET a = (SELECT max(x) FROM u) WHERE b IN (SELECT id FROM n)")
    assert(found.filter(_.startsWith("reads")) == Vector("reads n", "reads t", "reads u"))
    assert(found.filter(_.startsWith("a <-")) == Vector(
      "a <- n.id CONDITIONAL, t.a IDENTITY, t.b CONDITIONAL, u.x AGGREGATION"
    ))
    assert(!found.exists(_.startsWith("gap")))
  }

  test("DELETE: one that refers to the row") {
    val found = lines("DELETE FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)")
    assert(found.filter(_.startsWith("reads")) == Vector("reads t", "reads u"))
    assert(found.filter(_.startsWith("rows")) == Vector("rows <- t.a FILTER", "rows <- u.a FILTER"))
    assert(!found.exists(_.startsWith("gap")))
  }

  test("MERGE: in the condition of a clause and in an assigned value") {
    val found = lines("""MERGE INTO t USING u ON t.a = u.a
      |WHEN MATCHED AND u.x IN (SELECT id FROM n) THEN UPDATE SET b = (SELECT max(id) FROM w)""".stripMargin)
    assert(found.filter(_.startsWith("reads")) == Vector("reads n", "reads t", "reads u", "reads w"))
    assert(found.filter(_.startsWith("b <-")).flatMap(_.drop(5).split(", ")).toSet ==
      Set("n.id CONDITIONAL", "t.b IDENTITY", "u.x CONDITIONAL", "w.id AGGREGATION"))
    assert(!found.exists(_.startsWith("gap")))
  }
}

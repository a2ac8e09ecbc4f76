package io.headwater.shell.extensions

import scala.util.Try

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.catalyst.plans.logical.LeafNode
import org.apache.spark.sql.execution.QueryExecution
import org.apache.spark.sql.execution.ui.SparkListenerSQLExecutionEnd
import org.apache.spark.sql.functions.{count, lit, max, sum}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.headwater.redaction.Redactor
import io.headwater.shell.extensions.snapshot.Subjects

final class SubjectsSuite extends AnyFunSuite {

  private def observed(query: QueryExecution): String = new Subjects(Redactor.default)
    .of(SparkListenerSQLExecutionEnd(1L, 2L), None, 3L, Some(query)).value().get("observedMetrics").toString

  test("the end of a query has what it has observed") {
    val frame = TestSpark.spark.range(3).observe("seen", count(lit(1)).as("rows"))
    frame.collect()
    assert(observed(frame.queryExecution) == """{"seen":{"rows":3}}""")
  }

  test("observed decimals are numbers, and observed dates and times are text of ISO 8601") {
    val values = TestSpark.spark.sql(
      "SELECT 12.50BD AS amount, DATE'2026-11-30' AS day, TIMESTAMP'2026-11-30 10:00:00Z' AS at"
    )
    val frame = values.observe("seen", sum("amount").as("amount"), max("day").as("day"), max("at").as("at"))
    frame.collect()
    assert(observed(
      frame.queryExecution
    ) == """{"seen":{"amount":12.50,"day":"2026-11-30","at":"2026-11-30T10:00:00Z"}}""")
  }

  test("a plan that Spark could not make is not asked for") {
    val state = TestSpark.spark.sessionState
    val query = state.executePlan(SubjectsSuite.Unplanned(Nil))
    assert(Try(query.executedPlan).isFailure)
    assert(observed(query) == "{}")
  }
}

object SubjectsSuite {

  /** A node that Spark has no operator for. */
  final case class Unplanned(output: Seq[Attribute]) extends LeafNode
}

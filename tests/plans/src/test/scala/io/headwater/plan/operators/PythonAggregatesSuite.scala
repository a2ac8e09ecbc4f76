package io.headwater.plan.operators

import org.apache.spark.sql.catalyst.expressions.{Alias, Attribute, PythonUDF}
import org.apache.spark.sql.catalyst.plans.logical.{Aggregate, LogicalPlan}
import org.apache.spark.sql.types.LongType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Aggregates of pandas, as the plans of Spark before 3.5 have them: without an `AggregateExpression` around. */
class PythonAggregatesSuite extends AnyFunSuite {
  private val ofRows = 100 // PythonEvalType.SQL_BATCHED_UDF
  private val ofGroups = 202 // PythonEvalType.SQL_GROUPED_AGG_PANDAS_UDF

  private def aggregated(query: String, evalType: Int, argument: String): LogicalPlan = {
    val child = TestSpark.analyzed(query)
    def column(name: String): Attribute = child.output.find(_.name == name).get
    val function = PythonUDF("f", null, LongType, Seq(column(argument)), evalType, udfDeterministic = true)
    Aggregate(Seq(column("a")), Seq(column("a"), Alias(function, "result")()), child)
  }

  private def rows(plan: LogicalPlan): Vector[String] =
    TestSpark.lineage.ofOutput(plan).rows.map(Rendering.source)

  test("the order of rows may decide what an aggregate function of pandas returns") {
    assert(rows(aggregated("SELECT * FROM t", ofGroups, "b")) == Vector("t.a GROUP_BY"))
    assert(rows(aggregated("SELECT * FROM t ORDER BY d", ofGroups, "b")) == Vector(
      "t.a GROUP_BY",
      "t.d SORT"
    ))
  }

  test("a function of a group aggregates, one of a row does not") {
    def column(evalType: Int) =
      TestSpark.lineage.ofOutput(aggregated("SELECT * FROM t", evalType, "a")).columns.last.dependencies
        .map(Rendering.source)
    assert(column(ofGroups) == Vector("t.a AGGREGATION"))
    assert(column(ofRows) == Vector("t.a TRANSFORMATION"))
  }

  test("it decides nothing for a function of one row") {
    assert(rows(aggregated("SELECT * FROM t ORDER BY d", ofRows, "a")) == Vector("t.a GROUP_BY"))
  }
}

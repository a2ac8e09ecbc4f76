package io.headwater.shell.extensions

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark
import io.openlineage.spark.api.OpenLineageContext

/** What extensions in Java see of the plans of a query. */
final class AvailableQueryPlansSuite extends AnyFunSuite {
  test("extensions do not make Spark optimise or plan a query") {
    val plan = TestSpark.spark.sessionState.sqlParser.parsePlan("SELECT a FROM t")
    val query = TestSpark.spark.sessionState.executePlan(plan)
    val context = OpenLineageContext.builder().queryExecution(query).build()
    assert(context.hasLogicalPlan && !context.hasAnalyzedPlan && context.getAnalyzedPlan == null)
    query.assertAnalyzed()
    assert(
      context.hasAnalyzedPlan && !context.hasOptimizedPlan && !context.hasExecutedPlan && !context.hasSparkPlan
    )
    assert(
      context.getOptimizedPlan == null && context.getExecutedPlan == null && context.getSparkPlan == null
    )
    assert(query.tracker.phases.keySet == Set(
      "parsing",
      "analysis"
    ) || query.tracker.phases.keySet == Set("analysis"))
    query.executedPlan
    assert(context.hasOptimizedPlan && context.hasExecutedPlan && context.hasSparkPlan)
    assert(context.getOptimizedPlan eq query.optimizedPlan)
  }
}

package io.headwater.shell.capture

import org.apache.spark.sql.AnalysisException
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.apache.spark.sql.execution.QueryExecution
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** The plans of queries of which Spark's tracker does not have all phases. */
final class AvailablePlansSuite extends AnyFunSuite {
  private val parser = TestSpark.spark.sessionState.sqlParser

  /** Analyses the statement without the tracker, as the sessions of Spark's tests of Hive do. */
  private def withOwnAnalysis(sql: String): QueryExecution = {
    val spark = TestSpark.spark.range(1).queryExecution.sparkSession
    new QueryExecution(spark, parser.parsePlan(sql)) {
      override lazy val analyzed: LogicalPlan =
        spark.sessionState.analyzer.executeAndCheck(logical, tracker)
    }
  }

  test("a query that analyses in its own way has its plans after they are made") {
    val query = withOwnAnalysis("SELECT id FROM range(3)")
    assert(AvailablePlans.analyzed(query).isEmpty)
    query.executedPlan
    assert(AvailablePlans.analyzed(query).contains(query.analyzed))
    assert(AvailablePlans.optimized(query).contains(query.optimizedPlan))
    assert(AvailablePlans.physical(query).contains(query.executedPlan))
  }

  test("a query of which the analysis has failed has no plans") {
    val query = withOwnAnalysis("SELECT nothing FROM range(3)")
    assertThrows[AnalysisException](query.executedPlan)
    assert(AvailablePlans.analyzed(query).isEmpty)
    assert(AvailablePlans.optimized(query).isEmpty)
    assert(AvailablePlans.physical(query).isEmpty)
  }

  test("the RDD of a query is there after Spark has made it") {
    val query = withOwnAnalysis("SELECT id FROM range(3)")
    assert(AvailablePlans.rdd(query).isEmpty)
    val rdd = query.toRdd
    assert(AvailablePlans.rdd(query).map(_.id).contains(rdd.id))
  }
}

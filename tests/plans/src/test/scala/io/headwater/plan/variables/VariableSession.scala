package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan
import org.scalatest.Assertions.intercept

import io.headwater.plan.{Lineage, Rendering, TestSpark}

/** One session of the agent. Each statement is read as the agent reads it, and then run. */
private[variables] final class VariableSession {
  private val lineage = TestSpark.lineage

  def apply(statements: String*): Unit = statements.foreach(started(_).ended(succeeded = true))

  /** Reads and runs a statement whose end has not been seen so far. */
  def started(sql: String): Lineage.Result = {
    val read = lineage.read(TestSpark.analyzed(sql))
    TestSpark.spark.sql(sql)
    read
  }

  /** Reads a statement that fails when it runs. */
  def failing(sql: String): Unit = {
    val read = lineage.read(TestSpark.analyzed(sql))
    intercept[Exception](TestSpark.spark.sql(sql))
    read.ended(succeeded = false)
  }

  def read(sql: String): Seq[String] = read(VariableSession.plan(sql))

  def read(plan: LogicalPlan): Seq[String] =
    Rendering.lines(lineage.of(plan)).filterNot(_.startsWith("writes"))
}

private[variables] object VariableSession {

  /** A statement that writes the rows of a query, after its analysis. */
  def plan(query: String): LogicalPlan = TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query")
}

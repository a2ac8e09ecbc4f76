package io.headwater.plan.vendor.delta

import com.databricks.sql.transaction.tahoe.commands._
import com.databricks.sql.transaction.tahoe.files.TahoeFileIndex
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.plans.logical._
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Delta's commands by the names that they have on Databricks. Nobody could run them there: the classes are look-alikes, with the
  * members of Delta's own.
  */
final class DatabricksDeltaSuite extends AnyFunSuite {
  private def lines(statement: String): Vector[String] = {
    val state = TestSpark.spark.sessionState
    of(command(onDatabricks(state.analyzer.execute(state.sqlParser.parsePlan(statement)))))
  }

  private def of(plan: LogicalPlan): Vector[String] = Rendering.lines(TestSpark.lineage.of(plan))

  /** The tables as Delta's, over its file index. */
  private def onDatabricks(plan: LogicalPlan): LogicalPlan = plan.transformWithSubqueries {
    case r: LogicalRelation =>
      val index = new TahoeFileIndex(new Path(r.catalogTable.get.location))
      val files = r.relation.asInstanceOf[HadoopFsRelation]
      r.copy(relation = files.copy(location = index)(files.sparkSession))
  }

  private def command(statement: LogicalPlan): LogicalPlan = statement match {
    case u: UpdateTable =>
      val values = u.table.output.map(c =>
        u.assignments.find(_.key.semanticEquals(c)).fold[Expression](c)(_.value)
      )
      UpdateCommandEdge(u.table, values, u.condition)
    case d: DeleteFromTable => DeleteCommandEdge(d.table, Some(d.condition))
    case m: MergeIntoTable => MergeIntoCommandEdge(m.sourceTable, m.targetTable, m.mergeCondition, Nil, Nil)
    case other => other
  }

  test("UPDATE and DELETE are read as those of Delta") {
    val updated = lines("UPDATE t SET a = b + 1 WHERE b > 2")
    assert(updated.contains("a <- t.a IDENTITY, t.b TRANSFORMATION+CONDITIONAL"), updated)
    assert(!updated.exists(_.startsWith("gap")))
    val deleted = lines("DELETE FROM t WHERE b > 2")
    assert(deleted.contains("rows <- t.b FILTER"), deleted)
    assert(!deleted.exists(_.startsWith("gap")))
  }

  test("MERGE without the clauses of newer releases has its inputs and its condition") {
    val merged = lines("MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DELETE")
    assert(merged.filter(_.startsWith("reads")) == Vector("reads t", "reads u"), merged)
    assert(merged.filter(_.startsWith("rows")) == Vector("rows <- t.a JOIN", "rows <- u.a JOIN"))
  }

  test("a command that lacks a member is a gap") {
    val found = of(MergeIntoCommand(LocalRelation()))
    assert(found.exists(_.startsWith("gap")), found)
    assert(!found.exists(_.startsWith("writes")))
  }
}

package io.headwater.plan.vendor.paimon

import java.util

import org.apache.paimon.spark.commands._
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, MergeIntoTable, UpdateTable}
import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.execution.datasources.LogicalRelation
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Commands of tables with data evolution. `tests/lake` has the commands of a release of Paimon. */
final class PaimonCommandsSuite extends AnyFunSuite {

  /** A table of the DataSource V2 interface that names its dataset. */
  private final class Named(of: String) extends Table {
    def name: String = of
    override def schema: StructType = new StructType
    def capabilities: util.Set[TableCapability] = util.Collections.emptySet[TableCapability]
    override def properties: util.Map[String, String] = {
      val all = new util.HashMap[String, String]
      all.put("openlineage.dataset.namespace", "test")
      all.put("openlineage.dataset.name", of)
      all
    }
  }

  private def lines(statement: String): Vector[String] = {
    val state = TestSpark.spark.sessionState
    Rendering.lines(
      TestSpark.lineage.of(command(v2(state.analyzer.execute(state.sqlParser.parsePlan(statement)))))
    )
  }

  private def v2(plan: LogicalPlan): LogicalPlan =
    plan.transformWithSubqueries { case relation: LogicalRelation =>
      val table = new Named(relation.catalogTable.get.identifier.table)
      DataSourceV2Relation(table, relation.output, None, None, CaseInsensitiveStringMap.empty)
    }

  private def command(statement: LogicalPlan): LogicalPlan = statement match {
    case u: UpdateTable => UpdatePaimonDataEvolutionTableCommand(u.table, u.condition.get, aligned(u))
    case m: MergeIntoTable =>
      MergeIntoPaimonDataEvolutionTable(
        m.targetTable,
        m.sourceTable,
        m.mergeCondition,
        m.matchedActions,
        m.notMatchedActions,
        Nil
      )
    case other => other
  }

  /** All columns of the table, as Paimon has them. */
  private def aligned(update: UpdateTable): Seq[(Expression, Attribute)] = update.table.output.map { column =>
    update.assignments.find(_.key.semanticEquals(column)).fold[Expression](column)(_.value) -> column
  }

  test("UPDATE changes only the columns that it assigns, also by a subquery") {
    val found = lines("UPDATE t SET a = (SELECT max(x) FROM u) WHERE b = 1")
    assert(found.filter(_.startsWith("reads")) == Vector("reads t", "reads u"))
    assert(
      found.filter(_.startsWith("a <-")) == Vector("a <- t.a IDENTITY, t.b CONDITIONAL, u.x AGGREGATION")
    )
    assert(found.filter(_.startsWith("b <-")) == Vector("b <- t.b IDENTITY"))
    assert(!found.exists(_.startsWith("gap")))
  }

  test("MERGE has its condition under another name") {
    val found = lines("MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN UPDATE SET b = u.x")
    assert(found.filter(_.startsWith("b <-")) == Vector("b <- t.b IDENTITY, u.x IDENTITY"))
    assert(found.filter(_.startsWith("rows")) == Vector("rows <- t.a JOIN", "rows <- u.a JOIN"))
    assert(!found.exists(_.startsWith("gap")))
  }
}

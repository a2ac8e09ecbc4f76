package io.headwater.plan.writes

import java.util

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.apache.spark.sql.catalyst.plans.logical.{AppendData, LocalRelation, LogicalPlan, OneRowRelation}
import org.apache.spark.sql.connector.catalog.{Table, TableCapability}
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.types.StructType
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.scalatest.funsuite.AnyFunSuite

/** The partition column of this table stands between the others, which only tables of V2 catalogs can have. */
class InsertTargetSuite extends AnyFunSuite {
  private object Users extends Table {
    def name: String = "users"
    override def schema: StructType =
      new StructType().add("id", "int").add("day", "string").add("password", "string")
    def capabilities: util.Set[TableCapability] = util.Collections.emptySet[TableCapability]
  }

  private def columns(statement: String): Seq[String] = {
    val parsed: LogicalPlan = CatalystSqlParser.parsePlan(statement)
    val relation = DataSourceV2Relation.create(Users, None, None, CaseInsensitiveStringMap.empty)
    InsertTarget.columns(parsed, AppendData.byPosition(relation, LocalRelation()))
  }

  test("the columns of the table, in their order") {
    assert(columns("INSERT INTO users VALUES (1, 'x', 'y')") == Seq("id", "day", "password"))
    assert(columns("INSERT INTO users PARTITION (day) SELECT 1, 'x', 'y'") == Seq("id", "day", "password"))
  }

  test("no value goes into a partition column that the statement fixes") {
    assert(columns("INSERT INTO users PARTITION (DAY = 'x') VALUES (1, 'y')") == Seq("id", "password"))
    assert(columns("WITH c AS (SELECT 1) INSERT INTO users PARTITION (day = 'x') SELECT *, 'y' FROM c") ==
      Seq("id", "password"))
  }

  test("a query that writes nothing has no columns") {
    assert(InsertTarget.columns(OneRowRelation(), OneRowRelation()).isEmpty)
  }
}

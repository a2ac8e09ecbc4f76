package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{Filter, LogicalPlan, Project}
import org.apache.spark.sql.types.IntegerType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, Gap, Kind}
import io.headwater.plan.TestSpark

/** What an expression refers to and the walk has not read is a gap: nothing is unknown in silence. */
class UnreadReferencesSuite extends AnyFunSuite {
  private lazy val table: LogicalPlan = TestSpark.analyzed("SELECT a, b FROM t")
  private def missing(name: String): AttributeReference = AttributeReference(name, IntegerType)()

  test("columns that no input has, once for a kind of node") {
    val columns = Seq("one", "other").map(name => Alias(missing(name), name)())
    val outputs = TestSpark.lineage.ofOutput(Project(columns, Project(table.output ++ columns, table)))
    assert(outputs.columns.map(_.certainty) == Vector(Certainty.Unknown, Certainty.Unknown))
    assert(TestSpark.lineage.of(Project(columns, Project(table.output ++ columns, table))).gaps == Vector(
      Gap(classOf[Project].getName, "columns", "an expression has a column that no input has")
    ))
  }

  test("columns that decide only which rows there are") {
    val filter = Filter(GreaterThan(missing("one"), Literal(1)), table)
    assert(TestSpark.lineage.of(filter).gaps == Vector(
      Gap(classOf[Filter].getName, "columns", "an expression has a column that no input has")
    ))
  }

  test("a subquery in an expression that the walk has not visited") {
    val conditions = Seq(
      Exists(TestSpark.analyzed("SELECT x FROM u")),
      GreaterThan(ScalarSubquery(TestSpark.analyzed("SELECT max(x) FROM u")), Literal(1))
    )
    def lineage = TestSpark.lineage { rules =>
      {
        case f: Filter => NodeLineage.of(f) { c =>
            c.input.copy(rows = c.rows(Kind.Filter, conditions))
          }
        case other => rules(other)
      }
    }
    assert(lineage.of(Filter(Literal(true), table)).gaps == Vector(
      Gap(classOf[Filter].getName, "columns", "a subquery in an expression was not read")
    ))
  }
}

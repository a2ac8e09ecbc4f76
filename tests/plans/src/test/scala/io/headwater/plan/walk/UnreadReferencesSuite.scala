package io.headwater.plan.walk

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.plans.logical.{Filter, LogicalPlan, Project}
import org.apache.spark.sql.types.IntegerType
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, Gap, Kind}
import io.headwater.plan.{Lineage, Rendering, TestSpark}

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

  /** Rules of which those of projections leave out the columns with the name `lost`. */
  private def losing: Lineage = TestSpark.lineage { rules =>
    {
      case p: Project =>
        val read = rules(p)
        val lost = p.output.filter(_.name == "lost").map(_.exprId.id)
        read.copy(derive = { context =>
          val scope = read.derive(context)
          scope.copy(columns = scope.columns -- lost)
        })
      case other => rules(other)
    }
  }

  private val gap = "a column that the plan names is in no input"

  test(
    "a column that a rule has lost is unknown in what is written, in set operations and in common table expressions"
  ) {
    val one = "SELECT x AS lost FROM u"
    Seq(
      one,
      s"SELECT a FROM t UNION ALL $one",
      s"$one UNION ALL SELECT a FROM t",
      s"SELECT a FROM t INTERSECT $one",
      s"WITH w AS ($one) SELECT lost FROM w"
    ).foreach { query =>
      val found = Rendering.lines(losing.of(TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query")))
      assert(found.exists(l => l.contains("<-unknown-") || l.startsWith("rows <-unknown-")), found)
      assert(found.exists(_.contains(gap)), found)
    }
  }

  test("a column that a rule has lost is unknown in subqueries and views") {
    TestSpark.spark.sql("CREATE OR REPLACE TEMP VIEW losing AS SELECT x AS lost FROM u")
    Seq(
      "SELECT (SELECT x AS lost FROM u LIMIT 1) AS n FROM t",
      "SELECT a IN (SELECT x AS lost FROM u) AS n FROM t",
      "SELECT (SELECT named_struct('f', x) AS lost FROM u LIMIT 1) AS n FROM t",
      "SELECT lost AS n FROM losing"
    ).foreach { query =>
      val found = Rendering.lines(losing.of(TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query")))
      assert(found.exists(_.startsWith("n <-unknown-")), found)
      assert(found.exists(_.contains("in no input")) || found.exists(_.contains("that no input has")), found)
    }
  }

  test("a column that a rule has lost is unknown in the plan of a DataFrame that Spark drops") {
    val output = losing.ofOutput(TestSpark.analyzed("SELECT x AS lost, y FROM u"))
    assert(output.columns.map(_.certainty) == Vector(Certainty.Unknown, Certainty.Exact))
    assert(output.gaps.map(_.reason) == Vector(gap))
  }
}

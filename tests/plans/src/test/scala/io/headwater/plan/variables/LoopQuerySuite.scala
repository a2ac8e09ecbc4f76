package io.headwater.plan.variables

import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, OneRowRelation}
import org.apache.spark.sql.catalyst.trees.{CurrentOrigin, Origin}
import org.scalatest.funsuite.AnyFunSuite

final class LoopQuerySuite extends AnyFunSuite {

  /** A plan that was parsed from the text after `|`. */
  private def plan(text: String): LogicalPlan = {
    val start = text.indexOf('|')
    val origin = Origin(
      sqlText = Some(text.replace("|", "")),
      startIndex = Some(start),
      stopIndex = Some(text.length - 2)
    )
    CurrentOrigin.withOrigin(origin)(OneRowRelation())
  }

  private def variable(text: String): Option[Option[String]] = LoopQuery.of(plan(text)).map(_._1)

  test("the query of a loop is known by the text before it") {
    assert(variable("BEGIN FOR r AS |SELECT 1").contains(Some("r")))
    assert(variable("BEGIN for\n`a ``b` as\n |SELECT 1").contains(Some("a `b")))
    assert(variable("l: FOR |SELECT 1").contains(None))
    assert(variable("FOR /* rows */ r AS -- of t\n |SELECT 1").contains(Some("r")))
  }

  test("the root of a query may have the place of a later clause") {
    assert(variable("FOR r AS SELECT a FROM t |GROUP BY a DO").contains(Some("r")))
    assert(variable("FOR r AS (SELECT a FROM t |ORDER BY a) DO").contains(Some("r")))
    assert(variable("FOR r AS WITH x AS (SELECT 1) |SELECT * FROM x DO").contains(Some("r")))
    assert(variable("FOR SELECT * FROM t PIVOT (max(a) FOR b IN (1)) |ORDER BY c").contains(None))
  }

  test("a long script is searched in part, and long blanks do no harm") {
    val long = "SELECT 1; -- " + "x" * 100000 + "\n"
    assert(LoopQuery.of(plan(s"${long}FOR r AS SELECT a FROM t |GROUP BY a")).exists {
      case (variable, position) =>
        variable.contains("r") && position.index == long.length + "FOR r AS ".length
    })
    assert(variable("FOR" + " " * 9000 + "r AS SELECT a FROM t |GROUP BY a").contains(Some("r")))
    assert(variable("FOR" + "--\n" * 3000 + "r AS SELECT a FROM t |GROUP BY a").contains(Some("r")))
    assert(variable("FOR r AS SELECT a" + " " * 20000 + "FROM t |GROUP BY a").isEmpty)
  }

  test("a statement in a loop is not its query") {
    assert(variable("FOR r AS SELECT 1 DO INSERT INTO t SELECT a FROM t |GROUP BY a").isEmpty)
    assert(variable("DECLARE c CURSOR FOR SELECT 1; SELECT a FROM t |GROUP BY a").isEmpty)
    assert(variable("SELECT * FROM t PIVOT (max(a) FOR b IN (1)) |ORDER BY c").isEmpty)
  }

  test("other queries are none") {
    Seq("|SELECT 1", "BEGIN |SELECT 1", "SET x = (|SELECT 1", "DECLARE c CURSOR FORM AS |SELECT 1").foreach(
      text =>
        assert(variable(text).isEmpty, text)
    )
    assert(LoopQuery.of(OneRowRelation()).isEmpty)
  }
}

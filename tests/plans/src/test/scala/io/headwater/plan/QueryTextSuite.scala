package io.headwater.plan

import java.nio.file.Paths

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Certainty, ColumnLineage, DatasetId, Field}
import io.headwater.plan.graph.{Closure, Graph}
import io.headwater.plan.sqltext.QueryText
import io.headwater.plan.sqltext.tokens.SqlDialect

/** One test for each fixture under tests/plans/src/test/resources/queries. For `HEADWATER_GOLDEN=rewrite` see
  * [[PlanFixtureSuite]].
  */
final class QueryTextSuite extends AnyFunSuite {
  private val file = Paths.get("tests/plans/src/test/resources/queries/queries.txt")
  if (sys.env.get("HEADWATER_GOLDEN").contains("rewrite"))
    Fixture.write(file, Fixture.read(file).map(f => if (runsHere(f)) f.copy(expected = actual(f)) else f))

  for (fixture <- Fixture.read(file) if runsHere(fixture))
    test(fixture.name)(assert(actual(fixture).mkString("\n") == fixture.expected.mkString("\n")))

  test("a list of constants may be longer than the parser could read") {
    val list = (1 to 100000).map(i => s"(-$i, '$i')").mkString(", ")
    val sql = s"SELECT * FROM (SELECT id FROM orders WHERE (a, b) IN ($list)) q"
    assert(
      actual("postgresql", Vector("id"), sql) ==
        Vector(
          "reads orders",
          "id <- orders.id IDENTITY",
          "rows <- orders.a FILTER",
          "rows <- orders.b FILTER"
        )
    )
  }

  test("a text that is too long is not parsed") {
    val sql = s"SELECT id FROM orders WHERE n IN (${(1 to 40000).map(i => s"m + $i").mkString(", ")})"
    assert(actual("postgresql", Vector("id"), sql) == Vector(
      "reads orders",
      "gap the query cannot be parsed; its tables are inferred from its text",
      "id <-unknown- nothing",
      "rows unknown"
    ))
  }

  test("a name that may be an alias is no certain column of the table") {
    val graph = new Graph
    val output = Vector("GROSS", "TAX")
    def names(sql: String) = QueryText.read(sql, SqlDialect.of("snowflake"), output, graph)(dataset)
      .fields(graph, output.map(Field(_, None))).values.flatten.map(_.name).toSet
    val list = "price * qty AS gross, gross * 0.19 AS tax"
    assert(names(s"SELECT $list FROM sales WHERE gross > 10") == Set("PRICE", "QTY"))
    assert(names(s"SELECT $list FROM sales s WHERE s.gross > gross") == Set("PRICE", "QTY", "GROSS"))
  }

  private def dataset(parts: Vector[String]): DatasetId = DatasetId("db", parts.mkString("."))

  private def actual(fixture: Fixture): Vector[String] = {
    val (first, sql) = fixture.sql.span(_ != '\n')
    val (dialect, list) = first.stripPrefix("-- ").span(_ != ':')
    actual(dialect, list.drop(2).split(", ").toVector, sql)
  }

  private def actual(dialect: String, columns: Vector[String], sql: String): Vector[String] = {
    val graph = new Graph
    val query = QueryText.read(sql, SqlDialect.of(dialect), columns, graph)(dataset)
    val closure = new Closure(graph)
    val reads = query.tables.map(t => s"reads ${t.name}") ++
      (query.gaps ++ query.unexplained(columns, graph)).map(reason => s"gap $reason")
    val lines = columns.zip(query.columns).map { case (name, node) =>
      Rendering.column(ColumnLineage(name, closure.dependencies(node), closure(node).certainty))
    }
    val rows = closure.dependencies(query.rows).map(d => s"rows <- ${Rendering.source(d)}")
    val certainty = closure(query.rows).certainty
    reads ++ lines ++ rows ++ (if (certainty == Certainty.Exact) None else Some(s"rows ${certainty.name}"))
  }

  private def runsHere(fixture: Fixture): Boolean =
    !fixture.name.startsWith("@") || TestSpark.spark.version >= fixture.name.drop(1).takeWhile(_ != ' ')
}

package io.headwater.plan

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dependency, Sink}

/** What a transformation is described by, where the configuration asks for it. */
final class DescriptionsSuite extends AnyFunSuite {

  private def sink(query: String): Sink =
    TestSpark.described.of(
      TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query")
    ).sinks.head

  private def shown(dependencies: Vector[Dependency]): Vector[String] =
    for (d <- dependencies; t <- d.transformations)
      yield s"${d.source.path} ${t.kind.subtype}: ${t.description}"

  private def column(sink: Sink, name: String): Vector[String] =
    sink.columns.filter(_.column == name).flatMap(c => shown(c.dependencies))

  // rows: conf.columns-descriptions
  test("a column is described by its expression, one that is passed on by its name") {
    val made = sink("SELECT a, upper(c) AS x FROM t")
    assert(column(made, "a") == Vector("a IDENTITY: a"))
    assert(column(made, "x").map(_.replaceAll("spark_catalog\\.default\\.", "")) ==
      Vector("c TRANSFORMATION: upper(t.c)"))
  }

  test("a column that is computed in steps is described by all of them") {
    val made = sink("SELECT n * 2 AS twice FROM (SELECT sum(a.b) AS n FROM t a GROUP BY a.c) q")
    assert(column(made, "twice") == Vector("b AGGREGATION: (sum(a.b) * CAST(2 AS BIGINT))"))
  }

  test("a condition is described by the expression that it decides in") {
    val made = sink("SELECT CASE WHEN q.a > 1 THEN q.b END AS x FROM t q")
    val text = "CASE WHEN (q.a > 1) THEN q.b END"
    assert(column(made, "x") == Vector(s"a CONDITIONAL: $text", s"b TRANSFORMATION: $text"))
  }

  test("what decides on rows is described by its clause") {
    val rows = shown(sink(
      "SELECT l.c FROM t l LEFT JOIN u r ON l.a = r.a WHERE l.b > 1 AND r.x = 2 GROUP BY l.c ORDER BY l.c"
    ).rows)
    assert(rows.contains("a JOIN: LEFT OUTER JOIN ON (l.a = r.a)"))
    assert(rows.contains("b FILTER: WHERE ((l.b > 1) AND (r.x = 2))"))
    assert(rows.contains("c GROUP_BY: GROUP BY l.c"))
    assert(rows.exists(_.startsWith("c SORT: ORDER BY ")))
  }

  test("two filters are two descriptions of one column") {
    val rows = shown(sink("SELECT a FROM (SELECT * FROM t i WHERE i.a > 1) o WHERE o.a < 9").rows)
    assert(rows == Vector("a FILTER: WHERE (i.a > 1)", "a FILTER: WHERE (o.a < 9)"))
  }

  test("a text that is too long is cut, and an expression that is too large has none") {
    val long = (1 to 80).map(i => s"upper(concat(q.c, 'number $i'))").mkString("concat(", ", ", ")")
    val text = column(sink(s"SELECT $long AS x FROM t q"), "x").mkString
    assert(text.length < 1100 && text.endsWith("…"))
    val huge = (1 to 600).map(i => s"q.a + $i").mkString("greatest(", ", ", ")")
    assert(column(sink(s"SELECT $huge AS x FROM t q"), "x") == Vector("a TRANSFORMATION: "))
  }

  test("nothing is described that nobody asks for") {
    val plain = TestSpark.of("SELECT upper(c) AS x FROM t WHERE a > 1").sinks.head
    val all = plain.columns.flatMap(_.dependencies) ++ plain.rows
    assert(all.nonEmpty && all.flatMap(_.transformations).forall(_.description.isEmpty))
  }
}

package io.headwater.plan

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dependency, Sink}

/** The descriptions of transformations, which a setting turns on. */
final class DescriptionsSuite extends AnyFunSuite {

  private def sink(query: String): Sink =
    TestSpark.described.of(
      TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query")
    ).sinks.head

  private def descriptions(dependencies: Vector[Dependency]): Vector[String] =
    for (d <- dependencies; t <- d.transformations)
      yield s"${d.source.path} ${t.kind.subtype}: ${t.description}"

  private def column(sink: Sink, name: String): Vector[String] =
    sink.columns.filter(_.column == name).flatMap(c => descriptions(c.dependencies))

  // rows: conf.columns-descriptions
  test("a computed column is described by its expression, a column that is passed on by its name") {
    val out = sink("SELECT a, upper(c) AS x FROM t")
    assert(column(out, "a") == Vector("a IDENTITY: a"))
    assert(column(out, "x").map(_.replaceAll("spark_catalog\\.default\\.", "")) ==
      Vector("c TRANSFORMATION: upper(t.c)"))
  }

  test("the description of a column that is computed in several steps has all steps") {
    val out = sink("SELECT n * 2 AS twice FROM (SELECT sum(a.b) AS n FROM t a GROUP BY a.c) q")
    assert(column(out, "twice") == Vector("b AGGREGATION: (sum(a.b) * CAST(2 AS BIGINT))"))
  }

  test("a condition is described by the expression that contains it") {
    val out = sink("SELECT CASE WHEN q.a > 1 THEN q.b END AS x FROM t q")
    val text = "CASE WHEN (q.a > 1) THEN q.b END"
    assert(column(out, "x") == Vector(s"a CONDITIONAL: $text", s"b TRANSFORMATION: $text"))
  }

  test("a column that decides rows is described by the SQL clause") {
    val rows = descriptions(sink(
      "SELECT l.c FROM t l LEFT JOIN u r ON l.a = r.a WHERE l.b > 1 AND r.x = 2 GROUP BY l.c ORDER BY l.c"
    ).rows)
    assert(rows.contains("a JOIN: LEFT OUTER JOIN ON (l.a = r.a)"))
    assert(rows.contains("b FILTER: WHERE ((l.b > 1) AND (r.x = 2))"))
    assert(rows.contains("c GROUP_BY: GROUP BY l.c"))
    assert(rows.exists(_.startsWith("c SORT: ORDER BY ")))
  }

  test("a column that two filters use has two descriptions") {
    val rows = descriptions(sink("SELECT a FROM (SELECT * FROM t i WHERE i.a > 1) o WHERE o.a < 9").rows)
    assert(rows == Vector("a FILTER: WHERE (i.a > 1)", "a FILTER: WHERE (o.a < 9)"))
  }

  test("a long description is cut, and a very large expression has no description") {
    val long = (1 to 80).map(i => s"upper(concat(q.c, 'number $i'))").mkString("concat(", ", ", ")")
    val text = column(sink(s"SELECT $long AS x FROM t q"), "x").mkString
    assert(text.length < 1100 && text.endsWith("…"))
    val huge = (1 to 600).map(i => s"q.a + $i").mkString("greatest(", ", ", ")")
    assert(column(sink(s"SELECT $huge AS x FROM t q"), "x") == Vector("a TRANSFORMATION: "))
  }

  test("without the setting there are no descriptions") {
    val plain = TestSpark.of("SELECT upper(c) AS x FROM t WHERE a > 1").sinks.head
    val all = plain.columns.flatMap(_.dependencies) ++ plain.rows
    assert(all.nonEmpty && all.flatMap(_.transformations).forall(_.description.isEmpty))
  }
}

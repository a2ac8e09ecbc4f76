package io.headwater.plan

import org.apache.spark.sql.expressions.Window
import org.apache.spark.sql.functions.sum
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{Dependency, Sink}
import io.headwater.plan.writes.MemoryCatalog
import io.headwater.redaction.Redactor

/** The descriptions of transformations, which a setting turns off. */
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
  test("a computed column is described by its expression, a column that is passed on has no description") {
    val out = sink("SELECT a, upper(c) AS x FROM t")
    assert(column(out, "a") == Vector("a IDENTITY: "))
    assert(column(out, "x") == Vector("c TRANSFORMATION: upper(c)"))
  }

  /** The description of `x`, which one column `a` of `t q` decides. */
  private def text(expression: String, from: String = "t q"): String =
    column(sink(s"SELECT $expression AS x FROM $from"), "x")(0).split(": ", 2)(1)

  private val written = Seq(
    "q.a * q.b",
    "(q.a + q.b) * 2",
    "q.a - (q.b - 1)",
    "q.a + 1.5 * q.b",
    "q.c = 'it(s)' OR q.a > 1 AND NOT q.b <> 2",
    "(q.a > 1 OR q.b > 2) AND q.c IS NOT NULL",
    "q.d > DATE '2024-01-01' AND q.d < DATE '2025-01-01'",
    "q.c IN ('a', 'b')",
    "NOT q.c IN ('a', 'b')",
    "CAST(q.a AS STRING)",
    "coalesce(q.a, q.b, 0)",
    "nvl(q.c, 'none')",
    "concat(q.c, '-', upper(q.c))",
    "CASE WHEN q.a > 1 THEN 'x' ELSE q.c END",
    "count(DISTINCT q.a)",
    "sum(q.a) FILTER (WHERE q.b > 1)",
    "sum(q.a) OVER (PARTITION BY q.c ORDER BY q.d DESC)",
    "row_number() OVER (ORDER BY q.a)",
    "sum(q.a) OVER (ORDER BY q.d ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
    "sum(q.a) OVER (ORDER BY q.d ROWS BETWEEN 2 PRECEDING AND 3 FOLLOWING)",
    "sum(q.a) OVER (ORDER BY CAST(q.a AS BIGINT) RANGE BETWEEN 7 PRECEDING AND CURRENT ROW)",
    "sum(q.a) OVER (ORDER BY CAST(q.d AS TIMESTAMP) RANGE BETWEEN INTERVAL '7' DAY PRECEDING AND INTERVAL '1' DAY FOLLOWING)",
    "q.a IN (SELECT …)"
  )

  test("an expression is described as it is written: without types, ids and parentheses that Spark adds") {
    written.foreach(e => assert(text(e.replace("…", "x FROM u")) == e))
  }

  test("a frame of the DataFrame API says PRECEDING for what is before the row") {
    val window = Window.partitionBy("c").orderBy("a")
    val frame = TestSpark.spark.table("t")
      .select(
        sum("b").over(window.rowsBetween(-2, 3)).as("x"),
        sum("b").over(window.rangeBetween(-7, -1)).as("y")
      )
    frame.createOrReplaceTempView("framed")
    val out = sink("SELECT x, y FROM framed")
    def frames(name: String) = column(out, name).filter(_.startsWith("b ")).map(_.split(" ORDER BY ").last)
    assert(frames("x") == Vector("a ROWS BETWEEN 2 PRECEDING AND 3 FOLLOWING)"))
    assert(frames("y") == Vector("a RANGE BETWEEN 7 PRECEDING AND 1 PRECEDING)"))
  }

  test("columns have the alias that the query gives, and the name of the table if there are several") {
    assert(text("a + b", "t") == "a + b")
    assert(text("t.a + u.x", "t JOIN u") == "t.a + u.x")
    assert(text("s.p + 1", "n") == "s.p + 1")
    assert(text("transform(xs, e -> e + 1)", "n") == "transform(xs, e -> e + 1)")
  }

  test("the description of a column that is computed in several steps has all steps") {
    val out = sink("SELECT n * 2 AS twice FROM (SELECT sum(a.b) AS n FROM t a GROUP BY a.c) q")
    assert(column(out, "twice") == Vector("b AGGREGATION: sum(a.b) * 2"))
  }

  test("a computed column with a sensitive name keeps its name where it is used") {
    val out = sink("SELECT a FROM (SELECT a, trim(c) AS password FROM t) WHERE password = 'x'")
    assert(descriptions(out.rows) == Vector("c FILTER: WHERE password = 'x'"))
    val renamed = sink("SELECT token AS x FROM (SELECT concat(c, 'Zq1') AS token FROM t)")
    assert(column(renamed, "x") == Vector(s"c TRANSFORMATION: concat(c, '${Redactor.replacement}')"))
  }

  test("the literals of a column that gets a sensitive name later are hidden") {
    val named = Seq(
      "SELECT token AS x FROM (SELECT concat(c, 'Zq1') FROM t) k(token)",
      "WITH k(token) AS (SELECT concat(c, 'Zq1') FROM t) SELECT token AS x FROM k",
      "SELECT token AS x FROM (SELECT c AS token FROM t UNION ALL SELECT concat(c, 'Zq1') FROM t)"
    )
    for (query <- named) assert(!column(sink(query), "x").mkString.contains("Zq1"), query)
    assert(column(
      sink("SELECT y AS x FROM (SELECT concat(c, 'Zq1') FROM t) k(y)"),
      "x"
    ).mkString.contains("Zq1"))
  }

  test("a condition is described by the expression that contains it") {
    val out = sink("SELECT CASE WHEN q.a > 1 THEN q.b END AS x FROM t q")
    val text = "CASE WHEN q.a > 1 THEN q.b END"
    assert(column(out, "x") == Vector(s"a CONDITIONAL: $text", s"b TRANSFORMATION: $text"))
  }

  test("a column that decides rows is described by the SQL clause") {
    val rows = descriptions(sink(
      "SELECT l.c FROM t l LEFT JOIN u r ON l.a = r.a WHERE l.b > 1 AND r.x = 2 GROUP BY l.c ORDER BY l.c"
    ).rows)
    assert(rows.contains("a JOIN: LEFT OUTER JOIN ON l.a = r.a"))
    assert(rows.contains("b FILTER: WHERE l.b > 1 AND r.x = 2"))
    assert(rows.contains("c GROUP_BY: GROUP BY l.c"))
    assert(rows.contains("c SORT: ORDER BY l.c"))
  }

  test("the columns and the rows of a table function are described by its call") {
    val out = sink("SELECT q.a, word, i FROM t q LATERAL VIEW posexplode(split(q.c, ' ')) w AS i, word")
    assert(column(out, "word") == Vector("c TRANSFORMATION: posexplode(split(q.c, ' ', -1))"))
    assert(column(out, "i") == Vector("c TRANSFORMATION: posexplode(split(q.c, ' ', -1))"))
    assert(descriptions(out.rows) == Vector("c JOIN: posexplode(split(q.c, ' ', -1))"))
  }

  test("a column that two filters use has two descriptions") {
    val rows = descriptions(sink("SELECT a FROM (SELECT * FROM t i WHERE i.a > 1) o WHERE o.a < 9").rows)
    assert(rows == Vector("a FILTER: WHERE i.a > 1", "a FILTER: WHERE o.a < 9"))
  }

  test("a long description is cut, and a very large expression has no description") {
    val long = (1 to 80).map(i => s"upper(concat(q.c, 'number $i'))").mkString("concat(", ", ", ")")
    val text = column(sink(s"SELECT $long AS x FROM t q"), "x").mkString
    assert(text.length < 340 && text.endsWith("…"))
    val huge = (1 to 600).map(i => s"q.a + $i").mkString("greatest(", ", ", ")")
    assert(column(sink(s"SELECT $huge AS x FROM t q"), "x") == Vector("a TRANSFORMATION: "))
  }

  test("the descriptions of one plan are bounded") {
    val all = (1 to 2000).map(i =>
      s"concat(q.c, 'a long text, which makes the description of this column long', '$i') AS c$i"
    )
    val described =
      sink(all.mkString("SELECT ", ", ", " FROM t q")).columns.flatMap(c => descriptions(c.dependencies))
    assert(described.size == 2000 && described.map(_.length).sum < 130000)
    assert(described.head.contains("concat") && described.last == "c TRANSFORMATION: ")
  }

  test("each condition of a MERGE is described with its clause") {
    TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)
    val merged = TestSpark.described.of(TestSpark.analyzed(
      """MERGE INTO memory.shop.orders o USING t s ON o.id = s.a
        |WHEN MATCHED AND s.b < 0 THEN DELETE
        |WHEN MATCHED AND o.amount > 1 THEN UPDATE SET amount = s.b * 2
        |WHEN NOT MATCHED AND s.c = 'x' THEN INSERT (id, amount) VALUES (s.a, 0)""".stripMargin
    )).sinks.head
    assert(column(merged, "amount").sorted == Vector(
      "amount CONDITIONAL: WHEN MATCHED AND o.amount > 1",
      "amount IDENTITY: ",
      "b CONDITIONAL: WHEN MATCHED AND s.b < 0",
      "b TRANSFORMATION: s.b * 2"
    ))
    val rows = descriptions(merged.rows)
    assert(rows.contains("b FILTER: WHEN MATCHED AND s.b < 0"))
    assert(rows.contains("c FILTER: WHEN NOT MATCHED AND s.c = 'x'"))
  }

  test("without the setting there are no descriptions") {
    val plain = TestSpark.of("SELECT upper(c) AS x FROM t WHERE a > 1").sinks.head
    val all = plain.columns.flatMap(_.dependencies) ++ plain.rows
    assert(all.nonEmpty && all.flatMap(_.transformations).forall(_.description.isEmpty))
  }
}

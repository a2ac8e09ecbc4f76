package io.headwater.plan

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.model.{ColumnLineage, Dependency, PlanLineage, ReadView}

/** The views that a plan reads, with views as they are by default and as datasets. */
final class ReadViewsSuite extends AnyFunSuite {

  private lazy val created: Unit = Seq(
    "CREATE VIEW v1 AS SELECT a, b, 7 AS seven, named_struct('x', a, 'y', c) AS s FROM t WHERE c = 'x'",
    "CREATE VIEW v2 (k, total) AS SELECT u.a AS k, sum(v1.b) AS total FROM v1 JOIN u ON u.a = v1.a GROUP BY u.a",
    "CREATE OR REPLACE TEMP VIEW over_v1 AS SELECT a AS renamed FROM v1"
  ).foreach(TestSpark.spark.sql(_))

  private def lineage(query: String, asDatasets: Boolean = false): PlanLineage = {
    created
    TestSpark.viewsAsDatasets(asDatasets).of(TestSpark.analyzed(s"CREATE TABLE out USING parquet AS $query"))
  }

  private def sources(of: PlanLineage): Vector[String] = of.sources.map(s => short(s.id.name))
  private def short(name: String): String = name.split('/').last.stripPrefix("default.")
  private def texts(dependencies: Vector[Dependency]): String =
    dependencies.map(d => s"${short(d.source.dataset.name)}.${d.source.path}").mkString(", ")
  private def texts(columns: Vector[ColumnLineage], rows: Vector[Dependency]): Vector[String] =
    columns.map(c => s"${c.path} <- ${texts(c.dependencies)}") :+ s"rows <- ${texts(rows)}"
  private def text(view: ReadView): (String, Boolean, Vector[String]) =
    (short(view.dataset.id.name), view.named, texts(view.columns, view.rows))

  test("a view is read through, and the lineage has its columns that are used and what uses them") {
    val read = lineage("SELECT b + a AS x FROM v1 ORDER BY seven")
    assert(sources(read) == Vector("t"))
    assert(texts(read.sinks(0).columns, read.sinks(0).rows) == Vector("x <- t.a, t.b", "rows <- t.c"))
    assert(read.views.map(text) ==
      Vector(("v1", true, Vector("a <- t.a", "b <- t.b", "seven <- ", "rows <- t.c"))))
    assert(texts(read.sinks(0).fromViews, read.sinks(0).rowsFromViews) ==
      Vector("x <- v1.a, v1.b", "rows <- v1.seven"))
  }

  test("a view that Spark keeps has one name, also where Iceberg implements the session catalog") {
    created
    val catalog = "spark.sql.catalog.spark_catalog"
    val iceberg = Map(
      catalog -> "org.apache.iceberg.spark.SparkSessionCatalog",
      s"$catalog.type" -> "rest",
      s"$catalog.uri" -> "http://h:8181"
    )
    def of(sql: String) = TestSpark.lineage(identity, iceberg).of(TestSpark.analyzed(sql))
    val made = of("CREATE OR REPLACE VIEW v1 AS SELECT a FROM t").sinks.map(_.dataset.id)
    assert(made.size == 1)
    assert(of("CREATE TABLE out USING parquet AS SELECT a FROM v1").views.map(_.dataset.id) == made)
  }

  test("a view as a dataset is an input instead of its tables") {
    val read = lineage("SELECT b + a AS x FROM v1 ORDER BY seven", asDatasets = true)
    assert(sources(read) == Vector("v1"))
    assert(read.sources(0).schema.map(_.name) == Vector("a", "b", "seven", "s"))
    assert(texts(read.sinks(0).columns, read.sinks(0).rows) == Vector("x <- v1.a, v1.b", "rows <- v1.seven"))
    assert(read.sinks(0).fromViews.isEmpty)
    assert(read.views.map(text) ==
      Vector(("v1", true, Vector("a <- t.a", "b <- t.b", "seven <- ", "rows <- t.c"))))
  }

  test("a view below a view belongs to the definition of that view") {
    for (asDatasets <- Seq(true, false)) {
      val read = lineage("SELECT total FROM v2", asDatasets)
      assert(sources(read) == (if (asDatasets) Vector("v2") else Vector("t", "u")))
      assert(read.views.map(text).toSet == Set(
        ("v1", false, Vector("a <- t.a", "b <- t.b", "rows <- t.c")),
        ("v2", true, Vector("total <- v1.b", "rows <- u.a, v1.a"))
      ))
    }
  }

  test("a table that is read beside a view of it is an input, a table of the view only is none") {
    val read = lineage("SELECT v2.total, u.x FROM v2 JOIN u ON u.a = v2.k", asDatasets = true)
    assert(sources(read) == Vector("u", "v2"))
  }

  test("fields of a column of a view are fields of the view") {
    val read = lineage("SELECT s.y AS y, s FROM v1", asDatasets = true)
    assert(texts(read.sinks(0).columns, Vector.empty).init.toSet ==
      Set("y <- v1.s.y", "s <- v1.s", "s.x <- v1.s.x", "s.y <- v1.s.y"))
    assert(read.views.map(v => v.columns.map(_.path)) == Vector(Vector("s", "s.x", "s.y")))
  }

  test("a temporary view is read through to the persistent view below it") {
    val read = lineage("SELECT renamed FROM over_v1", asDatasets = true)
    assert(sources(read) == Vector("v1"))
    assert(texts(read.sinks(0).columns, Vector.empty).head == "renamed <- v1.a")
    assert(lineage("SELECT uc FROM tv", asDatasets = true).views.isEmpty)
  }

  test("the lineage has a view of which no column is used") {
    assert(lineage("SELECT count(*) AS n FROM v1").views.map(text) == Vector((
      "v1",
      true,
      Vector("rows <- t.c")
    )))
  }

  test("the lineage of a query without a sink has its views") {
    created
    val read = TestSpark.lineage.of(TestSpark.analyzed("SELECT a FROM v1 WHERE b > (SELECT max(k) FROM v2)"))
    assert(read.views.map(v => short(v.dataset.id.name) -> v.columns.map(_.path)).toMap ==
      Map("v1" -> Vector("a", "b"), "v2" -> Vector("k")))
  }

  test("the lineage has the views of subqueries and of common table expressions") {
    val read =
      lineage("WITH q AS (SELECT a FROM v1) SELECT a FROM q WHERE EXISTS (SELECT 1 FROM v2 WHERE k = q.a)")
    assert(texts(read.sinks(0).fromViews, read.sinks(0).rowsFromViews) == Vector(
      "a <- v1.a",
      "rows <- v1.a, v2.k"
    ))
  }
}

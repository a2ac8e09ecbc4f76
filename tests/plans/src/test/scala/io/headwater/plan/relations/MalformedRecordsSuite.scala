package io.headwater.plan.relations

import java.nio.file.Files

import org.apache.spark.sql.DataFrame
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** Records that Spark cannot parse: the column with their text, which no file has, and reads that drop them. */
final class MalformedRecordsSuite extends AnyFunSuite {
  private lazy val spark = TestSpark.spark
  private lazy val folder = {
    val path = Files.createTempDirectory("headwater-corrupt").resolve("p=1")
    Files.createDirectories(path)
    Files.write(path.resolve("rows.json"), "{\"a\": 1, \"b\": \"x\"}\n{\n".getBytes)
    path.getParent.toString
  }

  private def columns(frame: DataFrame): Vector[String] =
    TestSpark.lineage.ofOutput(frame.queryExecution.analyzed).columns.map { c =>
      s"${c.column} ${c.certainty.name} ${c.dependencies.map(_.source.path).mkString(",")}"
    }

  test("it depends on all that is read from the files, and is no column of the source") {
    val frame = spark.read.schema("a INT, _corrupt_record STRING, b STRING").json(folder)
    assert(columns(frame) ==
      Vector("a exact a", "_corrupt_record opaque a,b", "b exact b", "p exact p"))
    val sources = TestSpark.lineage.of(frame.queryExecution.analyzed).sources
    assert(sources.map(_.schema.map(_.name)) == Vector(Vector("a", "b", "p")))
  }

  test("an option or a setting gives its name") {
    val reader = spark.read.schema("a INT, bad STRING")
    assert(columns(reader.option("columnNameOfCorruptRecord", "bad").csv(folder)).take(2) ==
      Vector("a exact a", "bad opaque a"))
    val lineage = TestSpark.lineage(identity, Map("spark.sql.columnNameOfCorruptRecord" -> "bad"))
    val frame = reader.csv(folder)
    assert(lineage.ofOutput(frame.queryExecution.analyzed).columns(1).dependencies.map(_.source.path) ==
      Vector("a"))
  }

  test("in a stream of files, also of one that an option or a class names") {
    def stream = spark.readStream.schema("a INT, _corrupt_record STRING, b STRING")
    assert(columns(stream.json(folder)) ==
      Vector("a exact a", "_corrupt_record opaque a,b", "b exact b", "p exact p"))
    val sources = TestSpark.lineage.of(stream.json(folder).queryExecution.analyzed).sources
    assert(sources.map(_.schema.map(_.name)) == Vector(Vector("a", "b", "p")))
    val bad = spark.readStream.schema("a INT, bad STRING").option("columnNameOfCorruptRecord", "bad")
    val format = "org.apache.spark.sql.execution.datasources.csv.CSVFileFormat"
    for (read <- Seq(bad.csv(folder), bad.format(format).load(folder)))
      assert(columns(read).take(2) == Vector("a exact a", "bad opaque a"))
    assert(columns(stream.orc(folder))(1) == "_corrupt_record exact _corrupt_record")
  }

  test("their columns decide the rows of a read that drops them, also in a stream and in a V2 table") {
    def rows(frame: DataFrame): Vector[String] =
      TestSpark.lineage.ofOutput(frame.queryExecution.analyzed).rows.map(d =>
        s"${d.source.path} ${d.transformations.map(_.kind.subtype).mkString(" ")}"
      )
    def read = spark.read.schema("a INT, b STRING").option("MODE", "dropMalformed")
    val expected = Vector("a FILTER", "b FILTER")
    assert(rows(read.json(folder)) == expected)
    assert(rows(read.csv(folder).select("a")) == expected)
    assert(rows(spark.readStream.schema("a INT, b STRING").option(
      "mode",
      "DROPMALFORMED"
    ).json(folder)) == expected)
    assert(rows(read.orc(folder)).isEmpty)
    assert(rows(read.option("mode", "PERMISSIVE").json(folder)).isEmpty)
    val v1 = spark.conf.get("spark.sql.sources.useV1SourceList")
    spark.conf.set("spark.sql.sources.useV1SourceList", "")
    try {
      assert(rows(read.json(folder)) == expected)
      val corrupt = spark.read.schema("a INT, _corrupt_record STRING").csv(folder)
      assert(columns(corrupt).take(2) == Vector("a exact a", "_corrupt_record opaque a"))
    } finally spark.conf.set("spark.sql.sources.useV1SourceList", v1)
  }

  test("a format without such records has a column of that name") {
    val frame = spark.read.schema("a INT, _corrupt_record STRING").parquet(folder)
    assert(columns(frame).take(2) == Vector("a exact a", "_corrupt_record exact _corrupt_record"))
  }
}

package io.headwater.plan.relations

import java.nio.file.Files

import org.apache.spark.sql.DataFrame
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.TestSpark

/** The read of text by which Spark infers the schema of CSV, JSON and XML. It has an option that only Spark sets. */
final class InferredSchemasSuite extends AnyFunSuite {
  private val folder = Files.createTempDirectory("inferred")
  Files.write(folder.resolve("a.csv"), "id\n1\n".getBytes)

  private def schemas(frame: DataFrame): Seq[Seq[String]] =
    TestSpark.lineage.of(frame.queryExecution.analyzed).sources.map(_.schema.map(_.name))

  test("a line of text from which Spark infers a schema is no column of the files") {
    val reader = TestSpark.spark.read
    assert(schemas(reader.text(folder.toString)) == Seq(Seq("value")))
    val sample = reader.option("__globPaths__", "false").text(folder.toString)
    assert(schemas(sample) == Seq(Nil))
    assert(schemas(sample.filter("value > ''").limit(1)) == Seq(Nil))
  }
}

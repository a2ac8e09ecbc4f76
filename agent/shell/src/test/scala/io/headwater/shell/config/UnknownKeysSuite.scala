package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

class UnknownKeysSuite extends AnyFunSuite with Configured {

  // rows: conf.unknown-keys
  test("an unknown key is a warning with the nearest key; the published agent's keys are known") {
    val c = good(Map(
      "namespce" -> "x",
      "columnLineage.datasetLineageEnable" -> "x",
      "zzz.qqq" -> "x",
      "debug.smart" -> "true",
      "circuitBreaker.type" -> "simpleMemory",
      "job.tags" -> "a:b"
    ))
    assert(c.warnings == Vector(
      "spark.openlineage.columnLineage.datasetLineageEnable is not a setting of the agent and is ignored; " +
        "did you mean spark.openlineage.columnLineage.datasetLineageEnabled?",
      "spark.openlineage.namespce is not a setting of the agent and is ignored; did you mean spark.openlineage.namespace?",
      "spark.openlineage.zzz.qqq is not a setting of the agent and is ignored"
    ))
  }

  test("sections of a file that are names with dots, and a list of transports, are known") {
    val yaml = "facets: {spark: {logicalPlan: {disabled: false}}}\n" +
      "transport: {type: composite, transports: [{type: console}, {type: console, name: second}]}\n"
    val c = good(Map.empty, yaml = yaml)
    assert(c.warnings.isEmpty && !c.facets.disabled("spark.logicalPlan"))
  }

  test("the nearest key of an unknown key has its name of a facet or of a type of owners") {
    val keys =
      Vector("facets.schema.disable", "facets.spark.logicalPlan.enabled", "job.owner.team", "facets.x")
    val hints = good(keys.map(_ -> "true").toMap).warnings.map(_.split("; did you mean ").drop(1).mkString)
    assert(hints == Vector(
      "spark.openlineage.facets.schema.disabled?",
      "spark.openlineage.facets.spark.logicalPlan.disabled?",
      "",
      "spark.openlineage.job.owners.team?"
    ))
  }
}

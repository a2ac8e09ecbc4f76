package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}

/** Problems of the section `metrics`. */
class MetricsConfigSuite extends AnyFunSuite with Configured {
  private def section(entries: (String, String)*): Branch = Branch(entries.map { case (k, v) =>
    k -> Leaf(v)
  }.toMap)

  test("problems of a section are found, also inside of a composite") {
    assert(MetricsConfig.problems(section("type" -> "simple")).isEmpty)
    assert(MetricsConfig.problems(section("host" -> "h")).exists(_.contains("no type")))
    val composite = Branch(Map(
      "type" -> Leaf("composite"),
      "registries" -> Items(Vector(section("type" -> "simple"), section("type" -> "prometheus")))
    ))
    assert(MetricsConfig.problems(composite) == Vector(
      "metrics.type prometheus is unknown; use one of simple, statsd, composite"
    ))
    assert(MetricsConfig.problems(section("type" -> "composite")).exists(_.contains("registries")))
  }

  test("a problem is a warning of the configuration") {
    assert(good(Map("metrics.type" -> "simple")).warnings.isEmpty)
    assert(good(Map("metrics.type" -> "prometheus")).warnings == Vector(
      "spark.openlineage.metrics.type prometheus is unknown; use one of simple, statsd, composite"
    ))
  }
}

package io.headwater.shell.doctor

import com.fasterxml.jackson.databind.ObjectMapper
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.shell.config.Resolved

class ReportSuite extends AnyFunSuite {
  private val report = Report(
    "Headwater",
    Vector(Resolved("spark.openlineage.namespace", "prod", "openlineage.yml"), Resolved("a", "b", "c")),
    Vector(
      Finding("spool", Verdict.Ok, "holds nothing"),
      Finding("transport", Verdict.Problem, "nothing listens")
    )
  )

  test("the text has one line per row, in columns") {
    assert(report.lines.mkString("\n") == """Headwater
      |
      |settings
      |  spark.openlineage.namespace  prod  openlineage.yml
      |  a                            b     c
      |
      |checks
      |  ok       spool      holds nothing
      |  problem  transport  nothing listens
      |
      |1 problem, 0 warnings""".stripMargin)
    assert(report.copy(settings = Vector.empty).lines.contains("  none: all keys have their defaults"))
  }

  test("the JSON has the same content") {
    val json = new ObjectMapper().readTree(report.json)
    assert(!json.path("ok").asBoolean && json.at("/settings/0/from").asText == "openlineage.yml")
    assert(json.at("/findings/1/verdict").asText == "problem")
    assert(report.copy(findings = report.findings.take(1)).isOk)
  }
}

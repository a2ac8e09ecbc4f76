package io.headwater.shell.config

import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}

/** Values that look like a number, a flag or a list, for keys that hold a text. */
final class ValuesAsWrittenSuite extends AnyFunSuite with Configured {

  // rows: conf.yaml
  test("the file's values are texts as they are written, as for the published client") {
    val yaml =
      """namespace: 2026_01
        |overriddenAppName: 1.10
        |job: {owners: {team: NO}}
        |transport:
        |  type: http
        |  url: http://h
        |  headers: {X-Tenant: 0042, X-Empty: ~}
        |  auth: {type: api_key, apiKey: 0012345}
        |""".stripMargin
    val c = good(yaml = yaml)
    assert(c.application.namespace == "2026_01")
    assert(c.jobName.toString.nonEmpty)
    val transport = c.transport.get
    assert(transport.get("headers").contains(Branch(Map("X-Tenant" -> Leaf("0042")))))
    assert(transport.get("auth").collect { case b: Branch => b.text("apiKey") }.flatten.contains("0012345"))
  }

  // rows: conf.yaml
  test("flags and numbers of the file may be written in all ways of YAML 1.1") {
    for ((flag, value) <- Seq("yes" -> true, "On" -> true, "no" -> false, "OFF" -> false, "true" -> true))
      assert(good(yaml = s"disabled: $flag\n").disabled == value, flag)
    assert(good(yaml = "queue: {maxEvents: 1_000}\n").queue.items == 1000)
  }

  // rows: conf.environment
  test("a number in a variable stays as it is written") {
    for (hash <- Seq("12e4567", "1e5", "007"))
      assert(good(env = Map("OPENLINEAGE__NAMESPACE" -> hash)).application.namespace == hash)
  }

  // rows: conf.sparkconf
  test("a text in brackets is no list where the key holds a text") {
    assert(good(Map("appName" -> "[nightly] orders [eu]")).application.name.contains("[nightly] orders [eu]"))
    val lists = good(Map("capturedProperties" -> "[spark.master;spark.app.id]"))
    assert(lists.facets.capturedProperties == Vector("spark.master", "spark.app.id"))
  }

  test("a time limit may be as long as the user likes") {
    val c =
      good(Map("stopTimeoutMillis" -> Long.MaxValue.toString, "spool.maxAgeHours" -> Long.MaxValue.toString))
    assert(c.lifecycle.stopTimeout.compareTo(Duration.ofDays(365)) > 0)
    assert(c.lifecycle.stopTimeout.toNanos > 0 && c.spool.maxAge.toMillis > 0)
  }
}

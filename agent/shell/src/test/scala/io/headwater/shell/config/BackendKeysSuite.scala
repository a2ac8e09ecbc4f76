package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}

/** Two sources that name two backends. */
final class BackendKeysSuite extends AnyFunSuite with Configured {
  private val yaml =
    """transport:
      |  type: http
      |  url: https://a
      |  timeoutInMillis: 100
      |  headers: {X-Tenant: t}
      |  urlParams: {code: c}
      |  auth: {type: api_key, apiKey: k}
      |""".stripMargin
  private val conf = Map("transport.type" -> "http", "transport.url" -> "http://b")
  private val variables =
    Map("OPENLINEAGE__TRANSPORT__TYPE" -> "http", "OPENLINEAGE__TRANSPORT__URL" -> "http://b")

  private def unsent(key: String, source: String, at: String = "transport"): String =
    s"spark.openlineage.$at.$key of $source is not sent, because it belongs to the backend that is named there, and " +
      s"spark.openlineage.$at.url names another one; give it where that spark.openlineage.$at.url is set"

  test("what the file says to its backend is not said to that of Spark's configuration or of a variable") {
    for (c <- Vector(good(conf, yaml = yaml), good(env = variables, yaml = yaml))) {
      assert(c.transport.map(_.children.keySet).contains(Set("type", "url", "timeoutInMillis")))
      assert(c.warnings == Vector("auth", "headers", "urlParams").map(unsent(_, "openlineage.yml")))
    }
  }

  test("nor is the key of a variable sent to the backend of Spark's configuration") {
    val env = Map(
      "OPENLINEAGE__TRANSPORT__TYPE" -> "http",
      "OPENLINEAGE__TRANSPORT__URL" -> "http://a",
      "OPENLINEAGE__TRANSPORT__AUTH" -> """{"type": "api_key", "apiKey": "k"}"""
    )
    val c = good(conf, env)
    assert(c.transport.exists(_.get("auth").isEmpty))
    assert(c.warnings == Vector(unsent("auth", "the environment")))
  }

  test("the key of a lower source is sent to its own backend, and where no other backend is named") {
    val key = Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k")))
    for (
      other <- Vector(
        Map("transport.url" -> "https://A:443/"),
        Map("transport.timeoutInMillis" -> "5"),
        Map("transport.url" -> " ")
      )
    ) {
      val c = good(other, yaml = yaml)
      assert(c.transport.flatMap(_.get("auth")).contains(key) && c.warnings.isEmpty, other)
    }
  }

  test("there is no warning where the other backend has its own") {
    val own = conf ++ Map("transport.auth.apiKey" -> "own", "transport.auth.type" -> "api_key")
    val c = good(own, yaml = yaml)
    assert(c.transport.flatMap(_.get("auth")).contains(
      Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("own")))
    ))
    assert(c.warnings == Vector("headers", "urlParams").map(unsent(_, "openlineage.yml")))
  }

  test("the members of a composite keep their keys apart, too") {
    val members =
      """transport: {type: composite, transports: {one: {type: http, url: 'http://a', auth: {type: api_key, apiKey: k}}}}
        |""".stripMargin
    val c = good(Map("transport.transports.one.url" -> "http://b"), yaml = members)
    val one = c.transport.flatMap(KeyPath.at(_, Vector("transports", "one")))
    assert(one.contains(Branch(Map("type" -> Leaf("http"), "url" -> Leaf("http://b")))))
    assert(c.warnings == Vector(unsent("auth", "openlineage.yml", "transport.transports.one")))
  }
}

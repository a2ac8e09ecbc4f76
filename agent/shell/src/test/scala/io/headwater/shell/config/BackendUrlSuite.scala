package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}

/** The URL of a backend that holds settings. */
class BackendUrlSuite extends AnyFunSuite with Configured {
  private val id = "0190f5a8-0000-7000-8000-000000000001"
  private val whole =
    s"http://h:5000/api/v1/namespaces/my%20ns/jobs/dag.task/runs/$id?app_name=nightly&api_key=k&timeout=700&x.y=1%2F2"

  // rows: conf.url-path
  test("the URL sets namespace, parent, application and options of the transport") {
    for (key <- Vector("url", "transport.url")) {
      val c = good(Map("transport.type" -> "http", key -> whole))
      assert(
        c.warnings.isEmpty && c.application.namespace == "my ns" && c.application.name.contains("nightly")
      )
      assert(c.parents.parent.exists(p =>
        p.runId.toString == id && p.job.namespace == "my ns" && p.job.name == "dag.task"
      ))
      assert(c.transport.contains(Branch(Map(
        "type" -> Leaf("http"),
        "url" -> Leaf("http://h:5000"),
        "timeoutInMillis" -> Leaf("700"),
        "auth" -> Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k"))),
        "urlParams" -> Branch(Map("x.y" -> Leaf("1/2")))
      ))))
    }
  }

  test("a setting of the URL without a value is none") {
    val c = good(Map("url" -> "http://h/api/v1/namespaces/n?api_key=&timeout=&app_name=&disabled=&team="))
    assert(c.warnings.isEmpty && c.application.name.isEmpty && !c.disabled)
    assert(c.transport.contains(Branch(Map(
      "type" -> Leaf("http"),
      "url" -> Leaf("http://h"),
      "urlParams" -> Branch(Map("team" -> Leaf("")))
    ))))
  }

  test("single keys and sources of higher precedence override the URL") {
    val c = good(Map("url" -> whole, "namespace" -> "prod", "transport.timeoutInMillis" -> "9"))
    assert(c.application.namespace == "prod" && c.transport.flatMap(_.text("timeoutInMillis")).contains("9"))
    assert(good(
      Map("appName" -> "daily"),
      Map("OPENLINEAGE_URL" -> whole)
    ).application.name.contains("daily"))
  }

  test("a path before the namespaces becomes part of the endpoint; disabled is read") {
    val c = good(Map("url" -> "https://h/marquez/api/v1/namespaces/n/?disabled=true"))
    assert(c.disabled && c.application.namespace == "n")
    assert(c.transport.flatMap(_.text("endpoint")).contains("/marquez/api/v1/lineage"))
    assert(c.transport.flatMap(_.text("url")).contains("https://h"))
  }

  test("a URL that ends with the version of the API has the endpoint below it, as with the published agent") {
    for (
      url <- Vector("http://h:5000/api/v1", "http://h:5000/api/v1/", "http://h:5000/api/v1/?timeout=700")
    ) {
      val c = good(Map("transport.type" -> "http", "transport.url" -> url))
      assert(c.transport.flatMap(_.text("url")).contains("http://h:5000") && c.warnings.isEmpty, url)
      assert(c.transport.flatMap(_.text("endpoint")).isEmpty, url)
      assert(c.transport.flatMap(_.text("timeoutInMillis")).isDefined == url.contains("?"), url)
    }
    val below = good(Map("url" -> "http://h/openapi/openlineage/api/v1")).transport
    assert(below.flatMap(_.text("endpoint")).contains("/openapi/openlineage/api/v1/lineage"))
  }

  test("a path that an endpoint replaces is a warning") {
    val c = good(Map("url" -> "http://h/api/v9", "endpoint" -> "/lineage"))
    assert(c.warnings == Vector(
      "the path /api/v9 of spark.openlineage.transport.url is not used, because transport.endpoint is set"
    ))
  }

  test("the settings of a URL with another path are read, and the rest of its query stays") {
    val c = good(Map("url" -> "https://h/api/v1/lineage?api_key=k&code=z&timeout=700&app_name=nightly&v=1"))
    assert(c.application.name.contains("nightly") && c.warnings.isEmpty)
    assert(c.transport.contains(Branch(Map(
      "type" -> Leaf("http"),
      "url" -> Leaf("https://h/api/v1/lineage?code=z&v=1"),
      "timeoutInMillis" -> Leaf("700"),
      "auth" -> Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k")))
    ))))
    assert(good(Map("url" -> "http://h/x?api_key=")).transport.flatMap(_.text("url")).contains("http://h/x"))
  }

  test("a URL with another path is kept with its parameters") {
    for (
      url <-
        Vector("http://h:5000", "http://h/api/v1/lineage?a=1", "http://h/api/v1/namespaces", "no address")
    )
      assert(good(Map("url" -> url)).transport.flatMap(_.text("url")).contains(url))
  }
}

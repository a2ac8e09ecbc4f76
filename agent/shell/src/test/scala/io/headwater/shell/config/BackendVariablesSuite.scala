package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}

/** The variables of OpenLineage's clients beside other sources of the configuration. */
class BackendVariablesSuite extends AnyFunSuite with Configured {
  private val env =
    Map("OPENLINEAGE_URL" -> "http://a", "OPENLINEAGE_API_KEY" -> "k", "OPENLINEAGE_ENDPOINT" -> "/own")
  private val conf = Map("transport.type" -> "http", "transport.url" -> "http://b")
  private val onlyB = Branch(Map("type" -> Leaf("http"), "url" -> Leaf("http://b")))
  private val key = Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k")))

  test("key and endpoint of a backend do not go to the backend of Spark's configuration") {
    val c = good(conf, env)
    assert(c.transport.contains(onlyB))
    assert(c.warnings == Vector(
      "OPENLINEAGE_API_KEY is not sent, because it belongs to OPENLINEAGE_URL, which names another backend than " +
        "spark.openlineage.transport.url; give the key of this one in OPENLINEAGE__TRANSPORT__AUTH__TYPE and " +
        "OPENLINEAGE__TRANSPORT__AUTH__API_KEY"
    ))
    val byUrl = good(conf, Map("OPENLINEAGE_URL" -> "http://a?api_key=k"))
    assert(byUrl.transport.contains(onlyB))
  }

  test("a host with an underscore is the same backend in another case and with another path") {
    val own = Map("OPENLINEAGE_URL" -> "http://marquez_api:5000", "OPENLINEAGE_API_KEY" -> "k")
    val c = good(conf + ("transport.url" -> "http://Marquez_API:5000/"), own)
    assert(c.warnings.isEmpty && c.transport.flatMap(_.get("auth")).contains(key))
  }

  test("nor do they go to the backend of a variable of one key") {
    val long = Map("OPENLINEAGE__TRANSPORT__TYPE" -> "http", "OPENLINEAGE__TRANSPORT__URL" -> "http://b")
    assert(good(env = env ++ long).transport.contains(onlyB))
  }

  test("the key of a file does not go to the backend of the variables") {
    val yaml = "transport: {type: http, url: 'http://b', auth: {type: api_key, apiKey: f}}\n"
    val c = good(env = Map("OPENLINEAGE_URL" -> "http://a"), yaml = yaml)
    assert(c.transport.contains(Branch(Map("type" -> Leaf("http"), "url" -> Leaf("http://a")))))
  }

  test("one backend in two sources has the options of both") {
    for (url <- Vector("http://a", "http://A:80/", "http://a/x")) {
      val c = good(conf + ("transport.url" -> url), env - "OPENLINEAGE_ENDPOINT")
      assert(c.transport.flatMap(_.get("auth")).contains(key) && c.warnings.isEmpty, url)
    }
  }

  test(
    "a key alone belongs to the backend of the other sources, an endpoint alone to that of the file only"
  ) {
    val c = good(conf, env - "OPENLINEAGE_URL").transport.get
    assert(c.get("auth").contains(key) && c.get("endpoint").isEmpty)
    val endpoint = Map("OPENLINEAGE_ENDPOINT" -> "/own")
    val file = good(env = endpoint, yaml = "transport: {type: http, url: 'http://b'}\n")
    assert(file.transport.flatMap(_.text("endpoint")).contains("/own"))
    val long = Map("OPENLINEAGE__TRANSPORT__URL" -> "http://b", "OPENLINEAGE__TRANSPORT__TYPE" -> "http")
    assert(good(env = endpoint ++ long).transport.contains(onlyB))
  }

  test("without a warning, where the other backend has a key of its own, or is none of http") {
    val own = conf ++ Map("transport.auth.type" -> "api_key", "transport.auth.apiKey" -> "own")
    assert(good(own, env).warnings.isEmpty)
    assert(good(Map("transport.type" -> "console"), env).warnings.isEmpty)
  }
}

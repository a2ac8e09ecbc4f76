package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}

/** Values as a template leaves them for a variable that is not set. */
class BlankValuesSuite extends AnyFunSuite with Configured {
  test("a blank value in Spark's configuration is none: the value of the file applies") {
    val yaml = "appName: file\ntransport: {type: http, url: 'http://a'}\n"
    val blank =
      Vector("appName", "transport.type", "transport.url", "transport.auth.type", "circuitBreaker.type")
    val c = good(blank.map(_ -> " ").toMap, yaml = yaml)
    assert(c.application.name.contains("file") && c.transport == good(yaml = yaml).transport)
  }

  test("a blank variable is none: the values of the file and of Spark's configuration apply") {
    val yaml = "namespace: prod\ntransport: {type: http, url: 'http://a'}\n"
    val blank =
      Vector("NAMESPACE", "TRANSPORT__TYPE", "TRANSPORT__AUTH__API_KEY", "APP_NAME", "TRANSPORT__AUTH__TYPE")
    for (value <- Vector("", " ", "\n")) {
      val env = (blank.map(key => s"OPENLINEAGE__$key" -> value) :+ ("OPENLINEAGE_API_KEY" -> value)).toMap
      assert(good(Map.empty, env, yaml).application == good(Map.empty, Map.empty, yaml).application)
      assert(good(Map.empty, env, yaml).transport == good(Map.empty, Map.empty, yaml).transport)
    }
    val key = good(
      Map("transport.type" -> "http", "transport.url" -> "http://a"),
      Map(
        "OPENLINEAGE__TRANSPORT__AUTH__TYPE" -> "api_key\n",
        "OPENLINEAGE__TRANSPORT__AUTH__API_KEY" -> "k\n"
      )
    ).transport.flatMap(_.get("auth"))
    assert(key.contains(Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k")))))
  }
}

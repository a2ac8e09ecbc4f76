package io.headwater.shell.config

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import org.scalatest.funsuite.AnyFunSuite

/** All problems of a configuration, and the source of each value. */
class ConfigReportSuite extends AnyFunSuite {

  private def examined(
      conf: Map[String, String],
      env: Map[String, String] = Map.empty,
      yaml: String = ""
  ): (ConfigReport, Path) = {
    val dir = Files.createTempDirectory("headwater-examined")
    if (yaml.nonEmpty) Files.write(dir.resolve("openlineage.yml"), yaml.getBytes(UTF_8))
    val spark = conf.map { case (k, v) => (if (k.startsWith("spark.")) k else s"spark.openlineage.$k") -> v }
    (ConfigReport.of(Sources(spark, key => s"--conf $key", env, dir, dir)), dir.resolve("openlineage.yml"))
  }

  test("each value has its source, and no secret is shown") {
    val (found, yml) = examined(
      Map(
        "transport.timeoutInMillis" -> "7",
        "transport.type" -> "http",
        "url" -> "http://h",
        "job.tags" -> "a:1"
      ),
      Map("OPENLINEAGE_URL" -> "http://h?api_key=PW1", "OPENLINEAGE__JOB__TAGS" -> "b:2"),
      "namespace: prod\nappName: a\n"
    )
    val all = found.settings.map(s => s.key.stripPrefix("spark.openlineage.") -> (s.value -> s.from)).toMap
    assert(found.problems.isEmpty)
    assert(all("namespace") == ("prod" -> yml.toString))
    assert(all("transport.url") == ("http://h" -> "--conf spark.openlineage.url"))
    assert(all("transport.type") == ("http" -> "--conf spark.openlineage.transport.type"))
    assert(all("transport.timeoutInMillis") == ("7" -> "--conf spark.openlineage.transport.timeoutInMillis"))
    assert(
      all("job.tags") == ("[b:2;a:1]" -> "variable OPENLINEAGE__JOB__TAGS, --conf spark.openlineage.job.tags")
    )
    assert(all("transport.auth.apiKey")._2 == "variable OPENLINEAGE_URL" && !found.toString.contains("PW1"))
  }

  test("headers and URL parameters of a transport are never shown") {
    val (found, _) = examined(
      Map(
        "transport.type" -> "composite",
        "transport.transports.a.headers.X-Foo" -> "PW1",
        "transport.transports.a.type" -> "http"
      ),
      Map("OPENLINEAGE__TRANSPORT__TRANSPORTS__A__URL_PARAMS__CODE" -> "\"PW1\""),
      "transport:\n  transports:\n    a:\n      urlParams: {zz: PW1}\n"
    )
    val settings =
      found.settings.map(s => s.key.stripPrefix("spark.openlineage.transport.transports.a.") -> s.value)
    assert(settings.count(_._1.startsWith("urlParams.")) >= 1 && settings.exists(_._1 == "headers.X-Foo"))
    assert(!found.settings.toString.contains("PW1"))
  }

  test("all problems are found, and the rest is read") {
    val (found, _) = examined(
      Map(
        "queue.maxEvents" -> "many",
        "applicationRunId" -> "1-2",
        "transport.url" -> "http://h",
        "transport.type.x" -> "y",
        "namespace" -> "prod",
        "spark.redaction.regex" -> "(a"
      ),
      Map("OPENLINEAGE_DISABLED" -> "perhaps"),
      "a: [b\n"
    )
    val keys = found.problems.map(_.key)
    assert(keys.toSet == Set(
      "openlineage.yml",
      "OPENLINEAGE_DISABLED",
      "spark.redaction.regex",
      "spark.openlineage.queue.maxEvents",
      "spark.openlineage.applicationRunId",
      "spark.openlineage.transport.type"
    ))
    assert(found.config.exists(c => c.application.namespace == "prod" && c.transport.isEmpty))
  }

  test("a valid configuration has no problem") {
    val (found, _) = examined(Map("transport.type" -> "console"))
    assert(found.problems.isEmpty && found.config.exists(_.warnings.isEmpty))
  }
}

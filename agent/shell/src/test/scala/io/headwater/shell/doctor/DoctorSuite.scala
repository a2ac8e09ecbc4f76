package io.headwater.shell.doctor

import org.scalatest.funsuite.AnyFunSuite

class DoctorSuite extends AnyFunSuite {

  private def texts(area: String, verdict: Verdict, conf: (String, String)*): Vector[String] = {
    val args = DoctorArgs(
      conf.map { case (k, v) => s"spark.openlineage.$k" -> v }.toMap,
      identity,
      Map.empty,
      send = false
    )
    Doctor.examine(args).findings.filter(f => f.area == area && f.verdict == verdict).map(_.text)
  }

  test("an option that the agent refuses is a problem of the configuration") {
    val conf = Vector("transport.type" -> "composite")
    assert(texts("configuration", Verdict.Problem, conf: _*).map(_.takeWhile(_ != ';')) ===
      Vector("spark.openlineage.transport.transports: contains no transport"))
    assert(texts("configuration", Verdict.Ok, conf: _*).isEmpty)
  }

  test("an unknown type is a problem of the configuration, and all types are named") {
    val found = texts("configuration", Verdict.Problem, "transport.type" -> "htp")
    assert(found.size === 1)
    for (kind <- Vector("http", "python", "s3", "gcs", "gcplineage", "kinesis", "amazon_datazone_api"))
      assert(found.mkString.contains(s" $kind"))
  }

  test("a backend that does not answer leaves all values valid") {
    val conf = Vector("transport.type" -> "http", "transport.url" -> "http://127.0.0.1:9")
    assert(texts("configuration", Verdict.Ok, conf: _*) === Vector("all values are valid"))
    assert(texts("transport", Verdict.Problem, conf: _*).size === 1)
  }

  test("the transport python without an extension is a warning") {
    val conf = Vector("transport.type" -> "python")
    assert(texts("transport", Verdict.Warning, conf: _*).mkString.contains("events go nowhere"))
    val named = conf :+ ("python.extensions" -> "acme:Bus")
    assert(texts("transport", Verdict.Warning, named: _*).isEmpty)
  }
}

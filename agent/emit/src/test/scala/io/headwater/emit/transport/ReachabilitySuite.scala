package io.headwater.emit.transport

import java.nio.file.Paths

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.transport.Reachability.{CheckResult, Invalid, Missing, Passed}
import io.headwater.redaction.Redactor
import io.openlineage.client.OpenLineage.RunEvent
import io.openlineage.client.transports.EventTransformer

class ReachabilitySuite extends AnyFunSuite {

  private def check(entries: (String, Any)*): Vector[(String, CheckResult)] =
    new Reachability(Redactor.default, Paths.get("")).of("transport", section(entries: _*))

  private def section(entries: (String, Any)*): Branch = Branch(entries.map {
    case (k, b: Branch) => k -> b
    case (k, v) => k -> Leaf(v.toString)
  }.toMap)

  test("a type that no class has is missing, with the artefact that has it") {
    val unknown = check("type" -> "datahub").collect { case (_, Missing(text, _)) => text }
    assert(unknown.map(
      _.startsWith("transport.type is \"datahub\": unknown transport; use one of")
    ) === Vector(true))
    val kinesis = check("type" -> "Kinesis", "streamName" -> "s").collect { case (_, Missing(text, _)) =>
      text
    }
    assert(kinesis.map(_.contains("add io.openlineage:transports-kinesis")) === Vector(true))
  }

  test("options that the agent refuses are problems, before anything is reached") {
    def invalid(entries: (String, Any)*) = check(entries: _*).map {
      case (_, Invalid(text)) => text
      case other => fail(other.toString)
    }
    val nowhere = Vector("type" -> "http", "url" -> "http://127.0.0.1:1")
    def http(key: String, value: String) = invalid(nowhere :+ (key -> value): _*)
    assert(http("timeoutInMillis", "abc") === Vector(
      "transport.timeoutInMillis is \"abc\": cannot be read as Integer; correct or remove it"
    ))
    assert(http("compression", "zip") === Vector(
      "transport.compression is \"zip\": unknown value; use one of gzip"
    ))
    val auth = section("type" -> "api_key", "apikey" -> "k")
    assert(invalid(nowhere :+ ("auth" -> auth): _*) === Vector(
      "transport.auth.apiKey: missing; auth.type api_key requires it, and apikey is another name; write apiKey, or " +
        "API_KEY in the name of a variable"
    ))
    val member = section("a" -> section("type" -> "console"))
    def composite(more: (String, Any)*) = invalid(("type" -> "composite") +: more: _*)
    assert(composite().map(_.take(46)) === Vector("transport.transports: contains no transport; a"))
    assert(composite("transports" -> "a") === composite())
    for (flag <- Vector("continueOnFailure", "withThreadPool"))
      assert(composite("transports" -> member, flag -> "maybe") === Vector(
        s"""transport.$flag is "maybe": not a flag; write true or false"""
      ))
  }

  test("python is no member of another transport") {
    val members = section("a" -> section("type" -> "python"))
    check("type" -> "composite", "transports" -> members) match {
      case Vector((_, Missing(text, false))) => assert(text.contains("cannot be inside another transport"))
      case other => fail(other.toString)
    }
  }

  test("a transformer is found and not created, and so is its transport") {
    val inner = section("type" -> "console")
    def results(name: String) = check("type" -> "transform", "transformerClass" -> name, "transport" -> inner)
    assert(
      results(classOf[NotCreated].getName) === Vector("transport.transport" -> Passed("needs no network"))
    )
    for (name <- Vector("com.acme.Nowhere", "java.lang.String", "")) results(name) match {
      case Vector((_, Missing(text, _)), (_, Passed(_))) =>
        assert(text.contains("name an EventTransformer on the class path"))
      case other => fail(s"$name: $other")
    }
  }
}

private[transport] class NotCreated extends EventTransformer {
  NotCreated.fail()
  override def transform(event: RunEvent): RunEvent = event
}

private[transport] object NotCreated {
  def fail(): Unit = throw new IllegalStateException
}

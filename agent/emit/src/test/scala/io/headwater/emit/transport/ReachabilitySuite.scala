package io.headwater.emit.transport

import java.nio.file.Paths

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.transport.Reachability.{CheckResult, Missing, Passed}
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
    val unknown = check("type" -> "datahub").collect { case (_, Missing(text)) => text }
    assert(unknown.map(
      _.startsWith("transport.type is \"datahub\": unknown transport; use one of")
    ) === Vector(true))
    val kinesis = check("type" -> "Kinesis", "streamName" -> "s").collect { case (_, Missing(text)) => text }
    assert(kinesis.map(_.contains("add io.openlineage:transports-kinesis")) === Vector(true))
  }

  test("a transformer is found and not created, and so is its transport") {
    val inner = section("type" -> "console")
    def results(name: String) = check("type" -> "transform", "transformerClass" -> name, "transport" -> inner)
    assert(
      results(classOf[NotCreated].getName) === Vector("transport.transport" -> Passed("needs no network"))
    )
    for (name <- Vector("com.acme.Nowhere", "java.lang.String", "")) results(name) match {
      case Vector((_, Missing(text)), (_, Passed(_))) =>
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

package io.headwater.emit.transport

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.redact.JsonRedactor
import io.headwater.emit.spool.Fixtures
import io.headwater.redaction.Redactor

final class TransportsSuite extends AnyFunSuite {

  test("the type of a transport counts without spaces and in any case, also inside another transport") {
    val folder = Fixtures.folder()
    val transports = new Transports(
      Redactor.default,
      new JsonRedactor(Redactor.default),
      OutputLocation("a", folder),
      EventTransport.nowhere
    )
    def file(kind: String) =
      Branch(Map("type" -> Leaf(kind), "location" -> Leaf(folder.resolve("e.jsonl").toString)))
    for (kind <- Vector("file", "FILE", " file "))
      assert(transports.open(Some(file(kind))).isRight, kind)
    val composite =
      Branch(Map("type" -> Leaf("Composite "), "transports" -> Branch(Map("a" -> file(" File")))))
    assert(transports.open(Some(composite)).isRight)
    assert(transports.open(Some(Branch(Map("type" -> Leaf(" python"))))).map(_ eq EventTransport.nowhere) ===
      Right(true))
    assert(transports.open(Some(Branch(Map("type" -> Leaf(" "))))).isLeft)
  }
}

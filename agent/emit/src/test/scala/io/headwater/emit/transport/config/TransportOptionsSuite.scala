package io.headwater.emit.transport.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}

class TransportOptionsSuite extends AnyFunSuite {
  private def section(entries: (String, Any)*): Branch = Branch(entries.map {
    case (k, b: Branch) => k -> b
    case (k, v) => k -> Leaf(v.toString)
  }.toMap)

  private def unknown(section: Branch): Vector[String] =
    TransportOptions.unknown("transport", section).map(_._1)

  test("unknown options are found, also in members of composites") {
    val http =
      section("type" -> "http", "url" -> "http://h", "timeout" -> "5", "headers" -> section("x" -> 1))
    assert(unknown(http) == Vector("transport.timeout"))
    val all =
      section("type" -> "composite", "transports" -> section("a" -> http, "b" -> section("type" -> "file")))
    assert(unknown(all) == Vector("transport.transports.a.timeout"))
    val changed = section("type" -> "transform", "transformerClass" -> "c", "transport" -> http)
    assert(unknown(changed) == Vector("transport.transport.timeout"))
    assert(unknown(section("type" -> "acme", "folder" -> "1")).isEmpty)
  }

  test("TLS options are those that the table has") {
    val tls = TransportOptions.all.find(_.kind == "http").toVector.flatMap(_.options).map(_.name)
      .filter(_.startsWith("sslContext."))
    assert(tls.size == 7)
  }
}

package io.headwater.emit.json

import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.MissingNode
import org.scalatest.funsuite.AnyFunSuite

/** Texts are read as Jackson's mapper reads them, and come back with the same digits. */
class ExactJsonSuite extends AnyFunSuite {
  import OpenLineageMapper.mapper

  private val texts = Vector(
    "{}",
    "[]",
    "null",
    "true",
    "\"a\"",
    "1",
    "-0",
    "1.10",
    "1e400",
    "9007199254740993",
    "123456789012345678901234567890",
    """{"a": [1, {"b": null}, [], "x\u2028\"\\\n"], "c": {"d": 1.0, "e": false}}""",
    """{"a": 1, "b": 2, "a": 3}""",
    " \n {\"a\" : 1 }  "
  )

  test("a text is read as by the mapper") {
    texts.foreach { text =>
      val (read, expected) = (ExactJson.read(text), mapper.readTree(text))
      assert(read == expected, text)
      assert(ExactJson.write(read) == mapper.writeValueAsString(expected), text)
    }
  }

  test("a name and a value of any length are read, as they are written") {
    val (name, value, digits) = ("count(x) + " * 10000, "y" * (21 << 20), "7" * 2000)
    val text = s"""{"$name":"$value","n":$digits}"""
    assert(ExactJson.write(ExactJson.read(text)) == text)
  }

  test("an empty text has no value") {
    assert(ExactJson.read("") == MissingNode.getInstance)
    assert(ExactJson.read("  ") == MissingNode.getInstance)
  }

  test("what is not one JSON value is refused") {
    Vector("{", "[1,", "{\"a\"}", "{} {}", "1 2", "tru", "{\"a\": NaN}", "'a'", "[" * 5000).foreach { text =>
      assertThrows[JsonProcessingException](ExactJson.read(text))
    }
  }

  test("an object that a tree holds is written as by the mapper") {
    val tree = mapper.createObjectNode()
    tree.putPOJO("time", java.util.Collections.singletonMap("a", 1)).putNull("none").set[JsonNode](
      "missing",
      MissingNode.getInstance
    )
    assert(ExactJson.write(tree) == mapper.writeValueAsString(tree))
  }
}

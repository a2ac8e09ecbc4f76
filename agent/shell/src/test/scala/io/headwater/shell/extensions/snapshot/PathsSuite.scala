package io.headwater.shell.extensions.snapshot

import java.util.{Arrays, Collections, Optional}

import com.fasterxml.jackson.databind.JsonNode
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

class PathsSuite extends AnyFunSuite {
  import PathsSuite._

  private val of = new NodeValues(Redactor.default, _ => None)

  private def value(path: String, node: Node = Node(Map.empty)): Either[String, String] =
    of.at(node, path).map(_.asText)

  test("a path goes through arguments, keys and indexes") {
    assert(Paths.steps("relation.rootPaths.0") == Vector("relation", "rootPaths", "0"))
    assert(value("options.team", Node(Map("team" -> "sales"))) == Right("sales"))
    assert(value("names.1", Node(Map.empty, names = List("a", "b"))) == Right("b"))
  }

  test("a key with dots is written in backticks") {
    val node = Node(Map("acme.endpoint" -> "https://acme", "acme" -> "no"))
    assert(Paths.steps("options.`acme.endpoint`.x") == Vector("options", "acme.endpoint", "x"))
    assert(value("options.`acme.endpoint`", node) == Right("https://acme"))
    assert(value("`options`.acme", node) == Right("no"))
    assert(value("options.`acme.endpoint", node) == Right("https://acme"))
  }

  test("a key in backticks shows that its value is a secret") {
    val node = Node(Map("acme.password" -> "hunter2"))
    assert(value("options.`acme.password`", node) == Right(Redactor.replacement))
  }

  test("options are found in any case") {
    val node = Node(CaseInsensitiveMap(Map("dbTable" -> "orders")))
    for (key <- Seq("dbTable", "dbtable", "DBTABLE"))
      assert(value(s"options.$key", node) == Right("orders"), key)
    val ofNumbers = new java.util.TreeMap[Integer, String](Collections.singletonMap(1: Integer, "x"))
    assert(of.at(Some(ofNumbers), "x").isLeft) // its keys cannot be compared with a text
  }

  test("a path goes through collections of Java") {
    val node = JavaNode(Arrays.asList("a", "b"), Optional.of("x"), Optional.empty[String])
    assert(of.at(node, "names.1").map(_.asText) == Right("b"))
    assert(of.at(node, "names").map(_.toString) == Right("""["a","b"]"""))
    assert(of.at(node, "some").map(_.asText) == Right("x"))
    assert(of.optional(node, "none").exists(_.isNull) && of.optional(node, "names.7").exists(_.isNull))
  }

  test("a text that an extension asks for is longer than an argument") {
    val node = Node(Map("query" -> "x" * 100000))
    assert(of.of(node).path("options").path("query").asText.length == 257)
    assert(of.optional(node, "options.query").map(_.asText.length) == Right(4097))
    assert(of.at(node, "options.query").map(_.asText.length) == Right(65001))
  }

  test("a missing key is reported with those that there are") {
    val node = Node(Map("team" -> "sales", "acme.endpoint" -> "https://acme"))
    assert(value("options.tier", node) == Left("'tier' is no key of the map; it has team, `acme.endpoint`"))
    assert(value("properties.x", node) == Left("'x' is no key of the map; it has a"))
    val many = Node((1 to 30).map(i => s"k$i" -> "").toMap)
    assert(value("options.tier", many).left.exists(m => m.endsWith(", …") && m.split(", ").length == 21))
  }

  test("a missing argument is reported with those that there are") {
    assert(value("relation") ==
      Left(s"'relation' is no argument of ${classOf[Node].getName}; it has options, properties, names"))
  }

  test(
    "an optional path is null where a map lacks the key or a list the index, and an error at a wrong argument"
  ) {
    def optional(path: String): Either[String, JsonNode] =
      of.optional(Node(Map("team" -> "sales")), path)
    for (path <- Seq("options.tier", "options.tier.deeper", "properties.x", "names.7"))
      assert(optional(path).exists(_.isNull), path)
    assert(optional("options.team").map(_.asText) == Right("sales"))
    for (path <- Seq("relation", "relation.options", "names.first", "options.team.length"))
      assert(optional(path).isLeft, path)
  }
}

private object PathsSuite {
  final case class Node(
      options: Map[String, String],
      properties: java.util.Map[String, String] = Collections.singletonMap("a", "b"),
      names: List[String] = Nil
  )
  final case class JavaNode(names: java.util.List[String], some: Optional[String], none: Optional[String])
}

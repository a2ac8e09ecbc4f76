package io.headwater.emit.transport.config

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}

import com.fasterxml.jackson.databind.JsonNode
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree
import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.json.ExactJson
import io.headwater.redaction.Redactor

/** The same table is read by `python-sdk/tests/test_destination.py`. */
class HttpIdentitySuite extends AnyFunSuite {
  private val table = root.resolve("python-sdk/tests/data/destinations.json")
  private val rows: Vector[(JsonNode, String)] = {
    val all = Vector.newBuilder[(JsonNode, String)]
    ExactJson.read(new String(Files.readAllBytes(table), UTF_8)).forEach { row =>
      all += row.get("options") -> row.path("to").asText
      ()
    }
    all.result()
  }

  test("both languages give a destination the same name, and this one writes the table") {
    val found = rows.map { case (options, _) =>
      options -> HttpIdentity.of(section(options), Redactor.default)
    }
    if (sys.env.get("HEADWATER_GOLDEN").contains("rewrite")) {
      val lines = found.map { case (options, to) =>
        s"""  {"options": ${ExactJson.write(options)}, "to": "$to"}"""
      }
      Files.write(table, lines.mkString("[\n", ",\n", "\n]\n").getBytes(UTF_8))
    } else assert(found.map(_._2) == rows.map(_._2))
  }

  test("tenants of one address have different names, and a changed secret gives no other name") {
    def of(headers: (String, String)*) = HttpIdentity.of(
      Branch(Map("url" -> Leaf("http://h"), "headers" -> Branch(headers.map(h => h._1 -> Leaf(h._2)).toMap))),
      Redactor.default
    )
    assert(of("X-Tenant" -> "a") != of("X-Tenant" -> "b"))
    assert(of("X-Tenant" -> "a", "X-API-Key" -> "k1") == of("X-Tenant" -> "a", "X-API-Key" -> "k2"))
    assert(of("X-Tenant" -> "a", "X-API-Key" -> "k1") == of("X-Tenant" -> "a"))
  }

  private def section(options: JsonNode): Branch = {
    val all = Map.newBuilder[String, ConfigTree]
    options.fields().forEachRemaining { option =>
      all += option.getKey -> (if (option.getValue.isObject) section(option.getValue)
                               else Leaf(option.getValue.asText))
      ()
    }
    Branch(all.result())
  }

  private def root: Path = Iterator.iterate(Paths.get("").toAbsolutePath)(_.getParent)
    .dropWhile(p => !Files.exists(p.resolve("VERSION"))).next()
}

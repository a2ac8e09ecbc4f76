package io.headwater.emit.redact

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

class JsonRedactorSuite extends AnyFunSuite {
  private val mapper = new ObjectMapper
  private val redactor = new JsonRedactor(Redactor.default)
  private val gone = Redactor.replacement
  private def redacted(json: String): JsonNode = redactor.redact(mapper.readTree(json))
  private def same(json: String): Unit = {
    val tree = mapper.readTree(json)
    assert(redactor.redact(tree) eq tree, json)
    ()
  }

  test("text below a sensitive key is redacted at any depth; numbers are kept") {
    val json = """{"credentials": {"user": "PW1", "list": ["PW1", {"x": "PW1"}], "expires": 5}}"""
    val expected = s"""{"credentials": {"user": "$gone", "list": ["$gone", {"x": "$gone"}], "expires": 5}}"""
    assert(redacted(json) == mapper.readTree(expected))
  }

  test("a facet with a sensitive name keeps its _producer and _schemaURL") {
    val json =
      """{"tokenUsage": {"_producer": "https://a.example", "_schemaURL": "https://b.example", "key": "PW1"}}"""
    val expected = json.replace("PW1", gone)
    assert(redacted(json) == mapper.readTree(expected))
  }

  test("column names are never redacted") {
    same(
      """{"fields": {"password": {"inputFields": [{"namespace": "file", "name": "/t", "field": "token"}]}}}"""
    )
    same("""{"columnMetrics": {"password": {"min": "a", "nullCount": 3}}}""")
    same("""{"fields": [{"name": "password_hash", "type": "struct<token:string,secret:int>"}]}""")
  }

  test("the description of a column with a sensitive name has no literals") {
    def columns(name: String, text: String) =
      s"""{"fields": {"$name": {"inputFields": [{"field": "email", "transformations":
         |[{"type": "DIRECT", "subtype": "TRANSFORMATION", "description": "$text"}]}]}}}""".stripMargin
    for (
      text <- Vector("sha2(concat(email, '%s'), 256)", "concat(a, '%s')", "CASE WHEN a > 1 THEN '%s' END")
    ) {
      val clean = redacted(columns("token", text.format("PW1")))
      assert(clean == mapper.readTree(columns("token", text.format(gone))))
      assert(redactor.redact(clean) == clean)
    }
    same(columns("token", "upper(email)"))
    same(columns("hash", "concat(email, 'pepper')"))
  }

  test("no text and no key has a NUL character, which PostgreSQL refuses in JSON") {
    val tree = mapper.createObjectNode()
    val nul = "a" + 0.toChar + "b"
    for (key <- Vector(nul, "description", "name", "query", "message", "type")) tree.put(key, nul)
    tree.put("subtype", "TRANSFORMATION")
    val clean = redactor.redact(tree)
    assert(!mapper.writeValueAsString(clean).contains("u0000"))
    assert(clean.path("description").asText == "a\\0b" && clean.path("a\\0b").asText == "a\\0b")
  }

  test("columns whose names are equal without their secrets have the sources of each") {
    def source(field: String) = s"""{"namespace": "file", "name": "/t", "field": "$field"}"""
    def column(fields: String*) = s"""{"inputFields": [${fields.map(source).mkString(", ")}]}"""
    val columns =
      s"""{"id": ${column("id")}, "concat(a, password)": ${column("a", "password")},
         |"n": ${column("n")}, "concat(b, password)": ${column("b", "password")}}""".stripMargin
    val expected =
      s"""{"id": ${column("id")}, "concat($gone)": ${column("a", "password", "b")}, "n": ${column("n")}}"""
    assert(redacted(s"""{"fields": $columns}""") == mapper.readTree(s"""{"fields": $expected}"""))
  }

  test("a dataset keeps its name") {
    val names = Vector(
      "/data/secrets/table",
      "/data/token=5/part",
      "warehouse/password=a/token=b",
      "token=5/part",
      "token=5",
      "s3://bucket/secret=1/token=2/part-0",
      "db.password_hash",
      "file:/a/b@c/d",
      "topic-with-secret"
    )
    for (n <- names) same(s"""{"namespace": "s3://bucket", "name": "$n"}""")
    for (ns <- Vector("kafka://a:9092,b:9092", "abfss://box@a.dfs.core.windows.net", "postgres://h:5432"))
      same(s"""{"namespace": "$ns", "name": "a"}""")
  }

  test("the first folder of a bucket is a name, in inputs of columns, too; that of a job is no folder") {
    same(
      """{"fields": {"c": {"inputFields": [{"namespace": "gs://b", "name": "token=5/part", "field": "a"}]}}}"""
    )
    val job = redacted(s"""{"namespace": "default", "name": "token=PW1/x"}""")
    assert(!job.toString.contains("PW1"))
    val other = redacted(s"""{"namespace": "s3://b", "name": "token=5/x?token=PW1"}""")
    assert(!other.toString.contains("PW1"))
  }

  test("a name without a path is text, and a URL loses its user") {
    val json =
      """{"namespace": "s3a://AK:PW1@bucket", "name": "daily password=PW1 https://u:PW1@h/p?token=PW1"}"""
    assert(!redacted(json).toString.contains("PW1"))
    assert(redacted(json).path("namespace").asText == "s3a://bucket")
    val signed = """{"name": "wasbs://box@a/x?sv=1&sig=PW1"}"""
    assert(redacted(signed).path("name").asText == s"wasbs://box@a/x?sv=1&sig=$gone")
  }
}

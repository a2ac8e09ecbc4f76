package io.headwater.plan

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Instant
import java.util.UUID

import scala.util.Try

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import org.scalacheck.{Gen, Prop}

import io.headwater.PropertyChecks
import io.headwater.emit.EventSerializer
import io.headwater.emit.facets.EventSettings
import io.headwater.model.{Application, EventType, JobId, JobType, PlanLineage, RunEvent, RunRef}
import io.headwater.redaction.Redactor

/** Whatever names columns, aliases and locations have: if Spark analyses the statement, its event is valid. */
class NamesPropertiesSuite extends PropertyChecks {
  override protected def slowness: Int = 10
  private val serializer = new EventSerializer(EventSettings("0", descriptions = true), Redactor.default)
  private val mapper = new ObjectMapper
  private val application = Application("app", "app", "4.0.0", "local")

  private val characters = """ab.` '"\/:%?#=[<$*"""
  private val names: Gen[String] = Gen.frequency(
    8 -> text(characters.map(_.toString): _*),
    1 -> Gen.oneOf(
      "",
      " ",
      "*",
      "\u0000",
      "\u001b[31m",
      "\ud800",
      "a\udc00b",
      "\u2028",
      "\ufeff",
      "\ud83d\ude00"
    ),
    1 -> Gen.const("x" * 10000)
  )

  private def quoted(name: String): String = s"`${name.replace("`", "``")}`"
  private def literal(text: String): String = s"'${text.replace("\\", "\\\\").replace("'", "\\'")}'"

  private def statement(column: String, field: String, alias: String, location: String): String = {
    val (c, f, q) = (quoted(column), quoted(field), quoted(alias))
    s"""CREATE TABLE out USING parquet LOCATION ${literal(s"/tmp/$location")} AS
       |WITH $q AS (SELECT named_struct(${literal(field)}, a) AS $c, b FROM t)
       |SELECT $c, $q.$c.$f AS other, count(b) OVER (PARTITION BY $c.$f) AS $f FROM $q WHERE $q.$c.$f > 0""".stripMargin
  }

  private def event(lineage: PlanLineage, sql: String): String = serializer.serialize(RunEvent(
    EventType.Complete,
    Instant.EPOCH,
    RunRef(new UUID(0x7000L, 0x8000000000000000L), JobId("tests", "names")),
    JobType.sql,
    application,
    lineage = lineage,
    sql = Some(sql)
  )).line

  /** What leaves the driver: UTF-8, which has no half of a surrogate pair. */
  private def sent(line: String): String = new String(line.getBytes(UTF_8), UTF_8)

  /** The dotted paths of the fields in a schema. */
  private def paths(fields: JsonNode, prefix: String = ""): Set[String] = {
    val found = Set.newBuilder[String]
    fields.forEach { field =>
      val path = prefix + field.path("name").asText
      found += path
      found ++= paths(field.path("fields"), s"$path.")
    }
    found.result()
  }

  private def problems(line: String): Vector[String] = {
    val found = Vector.newBuilder[String]
    if (line.exists(c => c == '\n' || c == '\r')) found += "more than one line"
    val json = mapper.readTree(line)
    Vector("inputs", "outputs").foreach(json.path(_).forEach { dataset =>
      if (dataset.path("name").asText.isEmpty || dataset.path("namespace").asText.isEmpty)
        found += "a dataset without a name"
    })
    json.path("outputs").forEach { output =>
      val known = paths(output.path("facets").path("schema").path("fields"))
      output.path("facets").path("columnLineage").path("fields").fieldNames.forEachRemaining { column =>
        if (!known(column)) found += s"no field $column"
      }
    }
    found.result()
  }

  property("a statement that Spark analyses has a valid event") {
    Prop.forAll(names, names, names, names) { (column, field, alias, location) =>
      val sql = statement(column, field, alias, location)
      Try(TestSpark.analyzed(sql)).toOption.fold(Prop(true)) { plan =>
        val line = sent(event(TestSpark.described.of(plan), sql))
        val found = problems(line)
        Prop(found.isEmpty) :| s"${found.mkString(", ")}: $line"
      }
    }
  }
}

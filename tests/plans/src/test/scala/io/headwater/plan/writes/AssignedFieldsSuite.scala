package io.headwater.plan.writes

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.{Rendering, TestSpark}

/** Statements that assign fields of a struct, for tables that run `UPDATE` and `MERGE` themselves. */
final class AssignedFieldsSuite extends AnyFunSuite {
  private val customers = "memory.shop.customers"
  TestSpark.spark.conf.set("spark.sql.catalog.memory", classOf[MemoryCatalog].getName)

  private def columns(statement: String): Vector[String] =
    TestSpark.lineage.of(TestSpark.analyzed(statement)).sinks.head.columns.map(
      Rendering.column(_).replace("shop.customers.", "")
    )

  private def updated(assignments: String): Vector[String] = columns(s"UPDATE $customers SET $assignments")

  test("a field has the value that is assigned to it, the others keep theirs") {
    assert(updated("address.at.lat = id, address.city = address.city || '!'") == Vector(
      "id <- id IDENTITY",
      "address <- address.at.lon TRANSFORMATION, address.city TRANSFORMATION, id TRANSFORMATION",
      "address.at <- address.at.lon TRANSFORMATION, id TRANSFORMATION",
      "address.at.lat <- id IDENTITY",
      "address.at.lon <- address.at.lon IDENTITY",
      "address.city <- address.city TRANSFORMATION"
    ))
  }

  test("a condition decides on the fields that are assigned only") {
    assert(updated("address.city = 'x' WHERE id > 1") == Vector(
      "id <- id IDENTITY",
      "address <- address IDENTITY, address.at TRANSFORMATION, id CONDITIONAL",
      "address.at <- address.at IDENTITY",
      "address.city <- address.city IDENTITY, id CONDITIONAL"
    ))
  }

  test("a column or a field whose name has another case in the statement") {
    assert(updated("ID = address.at.lat, Address.CITY = 'x'") == Vector(
      "id <- address.at.lat IDENTITY",
      "address <- address.at TRANSFORMATION",
      "address.at <- address.at IDENTITY",
      "address.city <- nothing"
    ))
  }

  test("MERGE") {
    assert(columns(
      s"""MERGE INTO $customers c USING t ON c.id = t.a
         |WHEN MATCHED AND t.b > 1 THEN UPDATE SET c.ADDRESS.city = t.c, c.address.at.lat = t.a
         |WHEN NOT MATCHED THEN INSERT (ID, address)
         |VALUES (a, named_struct('city', c, 'at', named_struct('lat', a, 'lon', a)))""".stripMargin
    ) == Vector(
      "id <- t.a IDENTITY, id IDENTITY",
      "address <- t.a TRANSFORMATION, t.b CONDITIONAL, t.c TRANSFORMATION, address IDENTITY, address.at.lon TRANSFORMATION",
      "address.at <- t.a TRANSFORMATION, t.b CONDITIONAL, address.at IDENTITY, address.at.lon TRANSFORMATION",
      "address.at.lat <- t.a IDENTITY+TRANSFORMATION, t.b CONDITIONAL, address.at.lat IDENTITY",
      "address.at.lon <- t.a TRANSFORMATION, address.at.lon IDENTITY",
      "address.city <- t.b CONDITIONAL, t.c IDENTITY+TRANSFORMATION, address.city IDENTITY"
    ))
  }
}

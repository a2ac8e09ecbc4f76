package io.headwater.shell.naming

import org.scalatest.funsuite.AnyFunSuite

class JobDescriptionsSuite extends AnyFunSuite {
  private val sql = Some("  SELECT * FROM orders WHERE id > 5")

  private val userTexts = Vector(
    "copies of the night",
    "look at orders: 12",
    "load Delta: orders",
    "load at 12:30",
    "collect at Daily.scala:12 of yesterday"
  )
  for (text <- userTexts)
    test(s"a description of the user is kept: $text")(assert(JobDescriptions.of(
      Some(text),
      sql
    ).contains(text)))

  private val systemTexts = Vector(
    "collect at Daily.scala:12",
    "parquet at NativeMethodAccessorImpl.java:0",
    "$anonfun$new$2 at <unknown>:0",
    "Spark JDBC Server Query",
    "SELECT * FROM orders WHERE id > 5",
    "SELECT * FROM orders WH",
    "daily<br/>id = 0190f5a8-0000-7000-8000-000000000001<br/>runId = 0190f5a8-0000-7000-8000-000000000002<br/>batch = 3",
    "id = 0190f5a8-0000-7000-8000-000000000001\nrunId = 0190f5a8-0000-7000-8000-000000000002\nbatch = 0",
    "Delta: Compute snapshot for version: 3",
    "Spark Connect - session_id: \"x\"",
    " "
  )
  for (text <- systemTexts)
    test(s"a description of Spark or a library is left out: $text")(assert(JobDescriptions.of(
      Some(text),
      sql
    ).isEmpty))
}

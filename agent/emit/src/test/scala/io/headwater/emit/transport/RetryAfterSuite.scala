package io.headwater.emit.transport

import java.time.{Duration, Instant}

import org.scalatest.funsuite.AnyFunSuite

class RetryAfterSuite extends AnyFunSuite {
  test("Retry-After is seconds or a date") {
    val now = Instant.parse("2026-11-21T10:00:00Z")
    assert(RetryAfter.parse("120", now).contains(Duration.ofSeconds(120)))
    assert(RetryAfter.parse("Sat, 21 Nov 2026 10:00:30 GMT", now).contains(Duration.ofSeconds(30)))
    assert(RetryAfter.parse("Sat, 21 Nov 2026 09:00:30 GMT", now).isEmpty && RetryAfter.parse(
      "soon",
      now
    ).isEmpty)
  }
}

package io.headwater.util

import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

final class TimeLimitSuite extends AnyFunSuite {
  test("the time that is left becomes less, and is negative after the limit") {
    val limit = TimeLimit.in(Duration.ofHours(1))
    val first = limit.leftNanos
    assert(first <= Duration.ofHours(1).toNanos && limit.leftNanos <= first)
    assert(limit.leftMillis <= 3600000 && limit.leftMillis > 3000000)
    assert(TimeLimit.in(-5).leftMillis <= -5)
  }
}

package io.headwater.util

import org.scalatest.funsuite.AnyFunSuite

class RecentMapSuite extends AnyFunSuite {
  private def ofLength(maxWeight: Int) = new RecentMap[String, String](maxWeight, _.length)

  test("what is heavy drops as many entries as it needs, the least recently used first") {
    val map = ofLength(10)
    for (key <- Vector("a", "b", "c")) map(key) = "123"
    assert(map.get("a").contains("123"))
    map("d") = "12345"
    assert(Vector("a", "b", "c", "d").map(map.get(_).isDefined) === Vector(true, false, false, true))
  }

  test("an entry that is heavier than the whole map is not kept, nor what it replaces") {
    val map = ofLength(10)
    map("a") = "1"
    map("b") = "12345678901"
    assert(map.get("a").contains("1"))
    map("a") = "12345678901"
    assert(map.size === 0)
    map("c") = "1234567890"
    assert(map.size === 1)
  }

  test("an entry that is replaced or removed leaves its weight") {
    val map = ofLength(10)
    map("a") = "1234567890"
    map("a") = "12345"
    map("b") = "12345"
    assert(map.size === 2)
    map.remove("a")
    map.remove("a")
    map("c") = "12345"
    map.removeAll(_ == "b")
    map("d") = "12345"
    assert(Vector("a", "b", "c", "d").map(map.get(_).isDefined) === Vector(false, false, true, true))
  }
}

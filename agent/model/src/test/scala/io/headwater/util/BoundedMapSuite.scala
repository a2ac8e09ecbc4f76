package io.headwater.util

import org.scalatest.funsuite.AnyFunSuite

class BoundedMapSuite extends AnyFunSuite {
  private def filled(entries: Int): BoundedMap[Int, String] = {
    val newest = new BoundedMap[Int, String](3)
    (1 to entries).foreach(n => newest(n) = n.toString)
    newest
  }

  test("above the limit the oldest entries are removed") {
    val newest = filled(5)
    assert((1 to 5).flatMap(newest.get) == Vector("3", "4", "5"))
    assert(newest.size == 3)
  }

  test("an updated entry has the new value and keeps its age") {
    val newest = filled(3)
    newest(1) = "again"
    assert(newest.get(1).contains("again"))
    newest(4) = "4"
    assert(!newest.contains(1) && newest.contains(2))
  }

  test("a removed entry makes room") {
    val newest = filled(3)
    assert(newest.remove(2).contains("2") && newest.remove(2).isEmpty)
    newest(4) = "4"
    assert((1 to 4).flatMap(newest.get) == Vector("1", "3", "4"))
  }
}

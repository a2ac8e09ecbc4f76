package io.headwater.shell.naming

import org.scalatest.funsuite.AnyFunSuite

final class RunIdsSuite extends AnyFunSuite {

  test("run ids are UUIDs of version 7 that contain their time and sort by it") {
    val ids = (1 to 1000).map(i => RunIds.at(1700000000000L + i))
    assert(ids.forall(id => id.version == 7 && id.variant == 2))
    assert(ids.map(_.toString).sorted == ids.map(_.toString))
    assert((ids(0).getMostSignificantBits >>> 16) == 1700000000001L)
  }

  test("run ids of the same millisecond differ") {
    assert((1 to 10000).map(_ => RunIds.at(1L)).toSet.size == 10000)
  }
}

package io.headwater.util

import java.time.Duration

import scala.util.Failure

import org.scalatest.funsuite.AnyFunSuite

class DeadlineSuite extends AnyFunSuite {

  test("everything that is thrown is a failure, returned at once") {
    for (thrown <- AttemptsSuite.all)
      assert(Deadline.within[Unit]("test", Duration.ofMinutes(5))(throw thrown) == Failure(thrown))
  }
}

package io.headwater.util

import java.time.Duration

import scala.util.Failure

import org.scalatest.funsuite.AnyFunSuite

class DeadlineSuite extends AnyFunSuite {

  test("everything that is thrown is a failure, returned at once") {
    for (thrown <- AttemptsSuite.all)
      assert(Deadline.within[Unit]("test", Duration.ofMinutes(5))(throw thrown) == Failure(thrown))
  }

  test("code that ends because of the interrupt has timed out") {
    for (_ <- 1 to 200) {
      val result = Deadline.within[Unit]("test", Duration.ofMillis(1))(Thread.sleep(60000))
      assert(result.failed.toOption.exists(Deadline.isTimeout), result)
    }
  }
}

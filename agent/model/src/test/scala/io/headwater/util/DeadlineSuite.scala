package io.headwater.util

import java.time.Duration

import scala.util.Failure
import scala.util.control.ControlThrowable

import org.scalatest.funsuite.AnyFunSuite

class DeadlineSuite extends AnyFunSuite {
  private val all = Vector(
    new RuntimeException,
    new java.io.IOException,
    new AssertionError,
    new NoSuchMethodError,
    new ExceptionInInitializerError,
    new java.util.ServiceConfigurationError(""),
    new StackOverflowError,
    new OutOfMemoryError,
    new InternalError,
    new InterruptedException,
    new Throwable,
    new ControlThrowable {}
  )

  test("everything that is thrown is a failure, returned at once") {
    for (thrown <- all) {
      assert(Deadline.caught[Unit](throw thrown) == Failure(thrown))
      assert(Deadline.within[Unit]("test", Duration.ofMinutes(5))(throw thrown) == Failure(thrown))
    }
  }
}

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

  test("each step runs, whatever the steps before it throw, and the first failure is thrown") {
    for (thrown <- all) {
      var done = Vector.empty[Int]
      val failed = Deadline.failure(Deadline.each(
        () => done :+= 1,
        () => throw thrown,
        () => done :+= 2,
        () => throw new IllegalStateException,
        () => done :+= 3
      ))
      assert(failed.contains(thrown) && done == Vector(1, 2, 3))
    }
  }
}

package io.headwater.util

import scala.util.Failure
import scala.util.control.ControlThrowable

import org.scalatest.funsuite.AnyFunSuite

object AttemptsSuite {
  private[util] val all = Vector(
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
}

class AttemptsSuite extends AnyFunSuite {
  import AttemptsSuite.all

  test("everything that is thrown is a failure") {
    for (thrown <- all) assert(Attempts.caught[Unit](throw thrown) == Failure(thrown))
  }

  test("a linkage error is a failure like an exception, and a fatal error is thrown") {
    for (thrown <- Vector(new RuntimeException, new NoSuchMethodError, new NoClassDefFoundError))
      assert(Attempts.nonFatal[Unit](throw thrown) == Failure(thrown))
    for (thrown <- Vector(new OutOfMemoryError, new InterruptedException))
      assert(Attempts.failure(Attempts.nonFatal[Unit](throw thrown)).contains(thrown))
  }

  test("each step runs, whatever the steps before it throw, and the first failure is thrown") {
    for (thrown <- all) {
      var done = Vector.empty[Int]
      val failed = Attempts.failure(Attempts.each(
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

package io.headwater.shell.logging

import org.scalatest.funsuite.AnyFunSuite

final class GuardSuite extends AnyFunSuite {
  private val harms: Seq[() => Throwable] = Seq(
    () => new RuntimeException("x"),
    () => new NoClassDefFoundError("org/apache/spark/Gone"),
    () => new NoSuchMethodError("gone"),
    () => new StackOverflowError,
    () => new OutOfMemoryError("in a test"),
    () => new AbstractMethodError
  )

  /** An agent that is off runs nothing. */
  private def isOff(guard: Guard): Boolean = {
    var ran = false
    guard("another stage") { ran = true }
    !ran
  }

  for (harm <- harms.map(_())) test(s"a ${harm.getClass.getSimpleName} stays inside") {
    val guard = new Guard
    guard("test")(throw harm)
    assert(!isOff(guard))
  }

  test("an interrupt is kept for the thread's owner") {
    new Guard()("test")(throw new InterruptedException)
    assert(Thread.interrupted())
  }

  test("an interrupt on the agent's own thread is a failure, and the flag stays clear") {
    val guard = new Guard
    (1 to Guard.maxFailures).foreach { _ =>
      guard("test", ownThread = true)(throw new InterruptedException)
      assert(!Thread.interrupted())
    }
    assert(isOff(guard))
    guard.always("test", ownThread = true)(throw new InterruptedException)
    assert(!Thread.interrupted())
  }

  test("failures in a row switch the agent off; one success in between starts the count anew") {
    val guard = new Guard
    (1 until Guard.maxFailures).foreach(_ => guard("test")(sys.error("x")))
    guard("test")(())
    (1 until Guard.maxFailures).foreach(_ => guard("test")(sys.error("x")))
    assert(!isOff(guard))
    guard("test")(sys.error("x"))
    assert(isOff(guard))
    var ran = false
    guard("test") { ran = true }
    assert(!ran)
    guard.always("test") { ran = true }
    assert(ran)
  }

  test("the caller learns whether the work was run to its end") {
    val guard = new Guard
    assert(guard.completes("test")(()))
    assert(!guard.completes("test")(sys.error("x")))
    assert(!guard.completes("test")(throw new InterruptedException))
    assert(Thread.interrupted())
    guard.switchOff()
    assert(!guard.completes("test")(()))
  }

  test("what succeeds at another stage does not start the count anew") {
    val guard = new Guard
    (1 to Guard.maxFailures).foreach { _ =>
      guard("take")(())
      guard("read")(sys.error("x"))
    }
    assert(isOff(guard))
  }
}

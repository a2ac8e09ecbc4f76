package io.headwater.shell.environment

import org.scalatest.funsuite.AnyFunSuite

class ShutdownSignalSuite extends AnyFunSuite {
  private def stack(classes: String*): Array[StackTraceElement] =
    classes.map(new StackTraceElement(_, "run", "File.java", 1)).toArray

  test("the thread of a signal has its name") {
    val names = Vector("SIGTERM handler", "SIGINT handler", "SIGHUP handler", "SIGUSR1 handler", "main", "")
    assert(names.map(ShutdownSignal.number) == Vector(15, 2, 1, 0, 0, 0))
  }

  test("the thread that has begun the shutdown waits for the hooks") {
    assert(ShutdownSignal.waitsForHooks(stack("java.lang.Thread", "java.lang.ApplicationShutdownHooks")))
    assert(!ShutdownSignal.waitsForHooks(stack("java.lang.Shutdown", "java.lang.Terminator$1")))
  }

  test("this JVM has received no signal") {
    assert(ShutdownSignal.exitCode() == 0)
  }
}

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

  test("a JVM of PySpark ends with its Python process") {
    val hooks = "java.lang.ApplicationShutdownHooks"
    assert(ShutdownSignal.isOfPython(stack(hooks, "org.apache.spark.api.python.PythonGatewayServer$")))
    assert(!ShutdownSignal.isOfPython(stack(hooks, "com.acme.Job")))
  }

  test("a signal that ends Python, too, is the end of both, whoever begins the shutdown") {
    val python =
      stack("java.lang.ApplicationShutdownHooks", "org.apache.spark.api.python.PythonGatewayServer$")
    val exit = stack("java.lang.ApplicationShutdownHooks", "com.acme.Job")
    val waits = stack("java.lang.Shutdown", "java.lang.Terminator$1")
    def code(threads: (String, Array[StackTraceElement])*) = {
      val all = new java.util.HashMap[Thread, Array[StackTraceElement]]
      threads.foreach { case (name, trace) => all.put(new Thread(name), trace) }
      ShutdownSignal.exitCode(all)
    }
    assert(code("main" -> python, "SIGTERM handler" -> waits) == 143)
    assert(code("main" -> python) == 0)
    assert(code("main" -> exit, "SIGTERM handler" -> waits) == 0)
    assert(code("SIGHUP handler" -> exit) == 129)
  }

  test("this JVM has received no signal") {
    assert(ShutdownSignal.exitCode() == 0)
  }
}

package io.headwater.shell.extensions.python.peers

import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

class HostRestartsSuite extends AnyFunSuite {
  test("a process that has lived for long does not count: an application may run for months") {
    assert(PythonHost.pausesAfter(Duration.ofMinutes(59), List(4L)) == List(4L))
    assert(PythonHost.pausesAfter(Duration.ofMinutes(1), Nil).isEmpty)
    assert(PythonHost.pausesAfter(Duration.ofHours(1), Nil) == List(1L, 2L, 4L))
  }
}

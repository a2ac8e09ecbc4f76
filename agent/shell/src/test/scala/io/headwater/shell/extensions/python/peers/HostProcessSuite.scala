package io.headwater.shell.extensions.python.peers

import org.scalatest.funsuite.AnyFunSuite

class HostProcessSuite extends AnyFunSuite {
  test("libraries for matrices have one thread, or as many as the driver's environment says") {
    val env = HostProcess.builder("python3", Vector.empty).environment
    for (name <- Vector("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"))
      assert(env.get(name) == sys.env.getOrElse(name, "1"))
  }

  test("the import paths of the driver come before those of its environment") {
    val path = HostProcess.builder("python3", Vector("/a", "/b")).environment.get("PYTHONPATH")
    assert(path.split(java.io.File.pathSeparator).take(2).toVector == Vector("/a", "/b"))
  }
}

package io.headwater.shell.config

import org.scalatest.funsuite.AnyFunSuite

class PythonConfigSuite extends AnyFunSuite with Configured {

  test("the time-outs of single extensions are read by their names") {
    val timeouts = "acme.lineage:Tables = 300, acme:bus=5000"
    assert(good(Map("python.timeouts" -> timeouts)).python.timeouts == Map(
      "acme.lineage:Tables" -> 300L,
      "acme:bus" -> 5000L
    ))
  }

  for (wrong <- Seq("acme:bus", "acme:bus=", "acme:bus=soon", "acme:bus=0", "acme:bus=-1", "bus=5", "=5"))
    test(s"the time-out '$wrong' is refused with its key") {
      val line = problem(Map("python.timeouts" -> s"acme:ok=1,$wrong"))
      assert(line.contains("spark.openlineage.python.timeouts") && line.contains(
        "package.module:name=milliseconds"
      ))
    }
}

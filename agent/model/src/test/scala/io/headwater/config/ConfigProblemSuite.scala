package io.headwater.config

import org.scalatest.funsuite.AnyFunSuite

class ConfigProblemSuite extends AnyFunSuite {

  test("the log of an application names the command that shows all problems") {
    val problem = ConfigProblem.of("spark.openlineage.queue.maxEvents", "many", "not a number; write one")
    assert(problem.firstLine == "spark.openlineage.queue.maxEvents is \"many\": not a number; write one. " +
      "`headwater doctor` shows all problems of the configuration")
  }
}

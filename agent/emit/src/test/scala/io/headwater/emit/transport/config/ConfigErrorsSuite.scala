package io.headwater.emit.transport.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.Branch
import io.headwater.redaction.Redactor

class ConfigErrorsSuite extends AnyFunSuite {
  private val section = TransportSection("transport", Branch(Map.empty), Redactor.default)

  private def problem(missing: String): String =
    ConfigErrors.problem("http", section, new NoClassDefFoundError(missing)).line

  test("a class that this Java lacks is a module to add, not a jar") {
    assert(problem("jdk/net/ExtendedSocketOptions").contains("this Java lacks one of its modules"))
    assert(problem("java/net/http/HttpClient").contains("this Java lacks one of its modules"))
    assert(problem("com/google/Dataplex").contains("add the dependencies of its artifact"))
  }
}

package io.headwater.shell.extensions.jvm

import java.net.URLClassLoader
import java.nio.file.Files

import org.scalatest.funsuite.AnyFunSuite

class MisplacedServicesSuite extends AnyFunSuite {
  private val api = "io.openlineage.spark.api"
  private val right = s"META-INF/services/$api.OpenLineageEventHandlerFactory"

  private def found(file: String): Vector[String] = {
    val folder = Files.createTempDirectory("headwater-services")
    val path = folder.resolve(file)
    Files.createDirectories(path.getParent)
    Files.write(path, "com.acme.Factory".getBytes)
    val loader = new URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader)
    try MisplacedServices.in(loader)
    finally loader.close()
  }

  test("a file where ServiceLoader does not look is found, and the reason names the right place") {
    for (
      file <- Vector(
        s"META-INF/service/$api.OpenLineageEventHandlerFactory",
        s"META-INF/services/$api.OpenLineageEventListenerFactory"
      )
    )
      assert(found(file) === Vector(file))
    assert(MisplacedServices.reason === s"this file is not read; write it as $right")
  }

  test("a file in the right place is not misplaced") {
    assert(found(right) === Vector.empty)
  }
}

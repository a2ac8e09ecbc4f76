package io.headwater.shell.extensions.jvm

import java.net.URLClassLoader
import java.nio.file.Files

import org.scalatest.funsuite.AnyFunSuite

class MisplacedServicesSuite extends AnyFunSuite {
  private val api = "io.openlineage.spark.api"
  private val right = s"META-INF/services/$api.OpenLineageEventHandlerFactory"

  private def in[A](file: String)(read: ClassLoader => A): A = {
    val folder = Files.createTempDirectory("headwater-services")
    val path = folder.resolve(file)
    Files.createDirectories(path.getParent)
    Files.write(path, "# ours\ncom.acme.Factory # the first\n\n com.acme.Other\ncom.acme.Factory".getBytes)
    val loader = new URLClassLoader(Array(folder.toUri.toURL), getClass.getClassLoader)
    try read(loader)
    finally loader.close()
  }

  test("a file by the name of the first proposal is found, and the reason names the right one") {
    val file = s"META-INF/services/$api.OpenLineageEventListenerFactory"
    assert(in(file)(MisplacedServices.unread) === Vector(file))
    assert(MisplacedServices.reason === s"this file is not read; write it as $right")
  }

  test("a file in the folder that the published documentation names is read as ServiceLoader would") {
    val file = s"META-INF/service/$api.OpenLineageEventHandlerFactory"
    assert(in(file)(MisplacedServices.unread) === Vector.empty)
    assert(in(file)(MisplacedServices.factories) === Vector("com.acme.Factory", "com.acme.Other"))
  }

  test("a file in the right place is left to ServiceLoader") {
    assert(in(right)(MisplacedServices.unread) === Vector.empty)
    assert(in(right)(MisplacedServices.factories) === Vector.empty)
  }
}

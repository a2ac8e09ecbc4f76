package io.headwater.shell.facets

import java.nio.file.Files

import org.apache.spark.SparkConf
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.facets.FacetNames
import io.headwater.shell.TestApplication

class RunFacetProvidersSuite extends AnyFunSuite {

  test("the configuration knows the name of each facet") {
    val application = new TestApplication(Files.createTempDirectory("facets"))
    val providers = RunFacetProviders.all(application.config, new SparkConf(false), application.meters)
    assert(providers.nonEmpty && providers.map(_.name).filterNot(FacetNames.all).isEmpty)
  }
}

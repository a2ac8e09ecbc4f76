package io.headwater.shell.extensions.jvm

import org.scalatest.funsuite.AnyFunSuite

import io.openlineage.spark.api.OpenLineageContext

final class OpenLineageContextSuite extends AnyFunSuite {

  test("a context keeps its values when its builder is used again") {
    val builder = OpenLineageContext.builder().jobName("first")
    val first = builder.build()
    val second = builder.jobName("second").build()
    second.setActiveJobId(7)
    assert(first.getJobName == "first" && !first.getActiveJobId.isPresent && second.getJobName == "second")
    assert(first.getVisitedNodes ne second.getVisitedNodes)
    assert(first.getInputDatasetBuilders ne second.getInputDatasetBuilders)
  }

  test("a context has the list that it was given, because it may be filled later") {
    val names = new java.util.ArrayList[String]
    val context = OpenLineageContext.builder().customEnvironmentVariables(names).build()
    names.add("REGION")
    assert(context.getCustomEnvironmentVariables.contains("REGION"))
  }
}

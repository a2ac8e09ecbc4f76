package io.headwater.shell.extensions.snapshot

import org.apache.spark.sql.catalyst.plans.logical.{Project, UnaryNode}
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.util.ClassNames

class ClassPatternSuite extends AnyFunSuite {
  private val project = classOf[Project]

  test("a pattern is a simple name, a full name, or a glob for the full name") {
    for (p <- Seq("Project", project.getName, "org.apache.*.Project", "*Project", "*.Pro?ect"))
      assert(ClassPattern(p).matches(project), p)
    for (p <- Seq("Projec", "project", "apache.Project", "org.apache.*.Filter", "Project*x"))
      assert(!ClassPattern(p).matches(project), p)
  }

  test("a pattern can match a supertype") {
    for (p <- Seq("Project", "UnaryNode", classOf[UnaryNode].getName, "LogicalPlan", "Product"))
      assert(ClassPattern(p).matchesSubclass(project), p)
    assert(!ClassPattern("LeafNode").matchesSubclass(project))
  }

  test("dots and dollar signs are no wildcards") {
    assert(!ClassPattern("org.apache.spark.sql.catalyst.plans.logical.*ect").matches(classOf[String]))
    assert(ClassNames.simpleName("a.B$C") == "C")
    assert(ClassNames.simpleName("a.B$") == "B$")
  }
}

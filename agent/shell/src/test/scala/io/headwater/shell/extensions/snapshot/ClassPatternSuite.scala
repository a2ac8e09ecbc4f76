package io.headwater.shell.extensions.snapshot

import org.apache.spark.sql.catalyst.plans.logical.{Project, UnaryNode}
import org.scalatest.funsuite.AnyFunSuite

class ClassPatternSuite extends AnyFunSuite {
  private val project = classOf[Project]

  test("a simple name, a full name, a glob over the full name") {
    for (p <- Seq("Project", project.getName, "org.apache.*.Project", "*Project", "*.Pro?ect"))
      assert(ClassPattern(p).matches(project), p)
    for (p <- Seq("Projec", "project", "apache.Project", "org.apache.*.Filter", "Project*x"))
      assert(!ClassPattern(p).matches(project), p)
  }

  test("what it extends or implements") {
    for (p <- Seq("Project", "UnaryNode", classOf[UnaryNode].getName, "LogicalPlan", "Product"))
      assert(ClassPattern(p).matchesKind(project), p)
    assert(!ClassPattern("LeafNode").matchesKind(project))
  }

  test("dots and dollars of a name are no wildcards") {
    assert(!ClassPattern("org.apache.spark.sql.catalyst.plans.logical.*ect").matches(classOf[String]))
    assert(ClassPattern.simple("a.B$C") == "C")
    assert(ClassPattern.simple("a.B$") == "B$")
  }
}

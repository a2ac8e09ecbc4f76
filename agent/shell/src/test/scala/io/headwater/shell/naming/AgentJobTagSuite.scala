package io.headwater.shell.naming

import org.scalatest.funsuite.AnyFunSuite

class AgentJobTagSuite extends AnyFunSuite {

  test("the text is percent-decoded where it can be") {
    val names = Map(
      "daily orders" -> "daily orders",
      "a%2C b" -> "a, b",
      "100% sure" -> "100% sure",
      "a+b" -> "a+b",
      "%C3%A9t%C3%A9" -> "\u00e9t\u00e9"
    )
    for ((text, name) <- names)
      assert(AgentJobTag.jobName.texts(Set(s"headwater-job:$text")) == Vector(name))
  }

  test("other tags have no text") {
    for (
      tag <- Seq("", "daily", "headwater-job", "headwater-3f2a", "x headwater-job:y", "headwater-facet:{}")
    )
      assert(AgentJobTag.jobName.texts(Set(tag)).isEmpty)
    assert(
      AgentJobTag.is("headwater-job:a") && AgentJobTag.is("headwater-facet:{}") && !AgentJobTag.is("nightly")
    )
  }

  test("several texts always have the same order") {
    for (tags <- Seq("ab", "ba").map(_.map(name => s"headwater-job:$name").toSet))
      assert(AgentJobTag.jobName.texts(tags + "c") == Vector("a", "b"))
  }
}

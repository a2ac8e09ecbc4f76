package io.headwater.shell.naming

import org.scalatest.funsuite.AnyFunSuite

class JobNameTagSuite extends AnyFunSuite {

  test("the name is percent-decoded where it can be") {
    val names = Map(
      "daily orders" -> "daily orders",
      "a%2C b" -> "a, b",
      "100% sure" -> "100% sure",
      "a+b" -> "a+b",
      "%C3%A9t%C3%A9" -> "\u00e9t\u00e9"
    )
    for ((text, name) <- names) assert(JobNameTag.name(Set(s"headwater-job:$text")).contains(name))
  }

  test("other tags and empty names name no job") {
    for (tag <- Seq("", "daily", "headwater-job:", "headwater-job: ", "headwater-3f2a", "x headwater-job:y"))
      assert(JobNameTag.name(Set(tag)).isEmpty)
  }

  test("of several tags always the same one is taken") {
    assert(JobNameTag.name(Set("headwater-job:a", "headwater-job:b", "c")).contains("b"))
    assert(JobNameTag.name(Set("headwater-job:b", "headwater-job:a", "c")).contains("b"))
  }
}

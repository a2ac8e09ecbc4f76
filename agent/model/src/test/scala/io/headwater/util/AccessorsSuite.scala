package io.headwater.util

import org.scalatest.funsuite.AnyFunSuite

final class AccessorsSuite extends AnyFunSuite {

  test("a value is read by the name of its accessor, also of a class that is not public") {
    val hidden: AnyRef = java.util.Collections.unmodifiableList(java.util.Arrays.asList("a", "b"))
    assert(new Accessors(hidden).value[Int]("size") == 2)
    assert(new Accessors(Some("x")).value[String]("get") == "x")
  }

  test("the exception for a missing accessor contains its name") {
    val missing = intercept[NoSuchMethodException](new Accessors("text").value[String]("snapshot"))
    assert(missing.getMessage.contains("snapshot"))
  }

  test("isA compares the names of classes and interfaces") {
    assert(ClassNames.isA(new java.util.ArrayList[String], "java.util.Collection"))
    assert(ClassNames.isA("text", "java.lang.Object"))
    assert(!ClassNames.isA("text", "java.util.Collection"))
    assert(!ClassNames.isA(null, "java.lang.Object"))
  }
}

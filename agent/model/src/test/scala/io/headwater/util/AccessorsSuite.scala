package io.headwater.util

import org.scalatest.funsuite.AnyFunSuite

final class AccessorsSuite extends AnyFunSuite {

  test("a value is read by its name, of a class that is not public too") {
    val hidden: AnyRef = java.util.Collections.unmodifiableList(java.util.Arrays.asList("a", "b"))
    assert(new Accessors(hidden).value[Int]("size") == 2)
    assert(new Accessors(Some("x")).value[String]("get") == "x")
  }

  test("a missing accessor is told by its name") {
    val missing = intercept[NoSuchMethodException](new Accessors("text").value[String]("snapshot"))
    assert(missing.getMessage.contains("snapshot"))
  }

  test("what a value is goes by names, of classes and of interfaces") {
    assert(ClassNames.isA(new java.util.ArrayList[String], "java.util.Collection"))
    assert(ClassNames.isA("text", "java.lang.Object"))
    assert(!ClassNames.isA("text", "java.util.Collection"))
    assert(!ClassNames.isA(null, "java.lang.Object"))
  }
}

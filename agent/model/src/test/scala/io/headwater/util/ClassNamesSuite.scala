package io.headwater.util

import org.scalatest.funsuite.AnyFunSuite

class ClassNamesSuite extends AnyFunSuite {
  private object Outer {
    object Inner {
      final class Sink
    }
    case object Console
  }

  test("the simple name has neither the package nor the classes around, also inside of two Scala objects") {
    assert(ClassNames.simple("text") == "String")
    assert(ClassNames.simple(new Outer.Inner.Sink) == "Sink")
    assert(ClassNames.simple(Outer.Console) == "Console$")
    assert(ClassNames.simple(null) == "")
    assert(ClassNames.simpleName("Plain") == "Plain" && ClassNames.simpleName("a.Outer$Inner$Sink") == "Sink")
  }
}

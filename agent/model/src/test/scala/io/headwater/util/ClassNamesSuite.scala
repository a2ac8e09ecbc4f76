package io.headwater.util

import org.scalatest.funsuite.AnyFunSuite

class ClassNamesSuite extends AnyFunSuite {
  private object Outer {
    object Inner {
      final class Sink
    }
    case object Console
  }

  test(
    "the simple name has neither the package nor the classes around, nor the number of a class without a name"
  ) {
    assert(ClassNames.simple("text") == "String")
    assert(ClassNames.simple(new Outer.Inner.Sink) == "Sink")
    assert(ClassNames.simple(Outer.Console) == "Console$")
    assert(ClassNames.simple(null) == "")
    assert(ClassNames.simple(new Runnable { def run(): Unit = () }) == "ClassNamesSuite")
    final class Local
    assert(ClassNames.simple(new Local) == "Local")
    assert(
      ClassNames.simpleName("a.Outer$1") == "Outer" && ClassNames.simpleName("a.Outer$$anon$2$1") == "Outer"
    )
    assert(ClassNames.simpleName("Plain") == "Plain" && ClassNames.simpleName("a.Outer$Inner$Sink") == "Sink")
  }
}

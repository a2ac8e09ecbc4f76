package io.headwater.shell.extensions.snapshot

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor
import io.headwater.shell.config.Getter

class GettersSuite extends AnyFunSuite {
  import GettersSuite._
  private val relation = Relation(Acme.table)
  private val methods = Vector("endpoint", "fails", "missing", "password")
  private val allowed = new Getters(methods.map(Getter(classOf[Remote].getName, _)))
  private val values = new NodeValues(Redactor.default, _ => None, allowed)

  private def text(path: String): Either[String, String] = values.at(relation, path).map(_.asText)

  test("a path calls an allowed method of an interface, also on a class that is not public") {
    assert(text("table.endpoint") == Right("https://acme"))
  }

  test("a path calls no other method") {
    assert(text("table.other").left.exists(_.startsWith("'other' is no argument of ")))
    assert(new NodeValues(Redactor.default, _ => None).at(relation, "table.endpoint").isLeft)
  }

  test("a method that fails, or that does not exist, gives a message") {
    val name = classOf[Remote].getName
    assert(text("table.fails") == Left(s"$name.fails: java.io.IOException: down"))
    assert(text("table.missing").left.exists(_.contains("it has no public method missing()")))
  }

  test("the name of a method shows that its value is a secret") {
    assert(text("table.password").exists(!_.contains("hunter2")))
  }

  test("a getter is a class and a method") {
    assert(Getter.parse("com.acme.Outer$Table.endpoint").contains(Getter("com.acme.Outer$Table", "endpoint")))
    assert(Vector(
      "endpoint",
      "Table.endpoint",
      "com.acme.Table.",
      "com..Table.x",
      "a b.C.d"
    ).flatMap(Getter.parse).isEmpty)
  }
}

object GettersSuite {
  trait Remote {
    def endpoint: String
    def other: String
    def password: String
    def fails: String
  }

  private object Acme {
    private class Hidden extends Remote {
      def endpoint = "https://acme"
      def other = "other"
      def password = "hunter2"
      def fails: String = throw new java.io.IOException("down")
    }
    val table: Remote = new Hidden
  }

  final case class Relation(table: Remote)
}

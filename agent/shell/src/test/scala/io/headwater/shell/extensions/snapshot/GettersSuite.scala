package io.headwater.shell.extensions.snapshot

import java.time.Duration

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor
import io.headwater.shell.config.Getter
import io.headwater.shell.extensions.BoundedCalls
import io.headwater.shell.meters.ExtensionTimings

class GettersSuite extends AnyFunSuite {
  import GettersSuite._
  private val relation = Relation(Acme.table)
  private val methods = Vector(
    "endpoint",
    "fails",
    "missing",
    "password",
    "hangs",
    "overflows",
    "hostile",
    "large",
    "many",
    "cyclic"
  )
  private val calls =
    new BoundedCalls(Duration.ofSeconds(2), getClass.getClassLoader, Redactor.default, new ExtensionTimings)
  private val allowed = new Getters(methods.map(Getter(classOf[Remote].getName, _)), calls.getter)
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
    assert(
      text("table.fails") == Left(s"$name.fails: java.io.IOException: down, password=${Redactor.replacement}")
    )
    assert(text("table.missing").left.exists(_.contains("it has no public method missing()")))
  }

  test("the name of a method shows that its value is a secret") {
    assert(text("table.password").exists(!_.contains("hunter2")))
  }

  test("a method that hangs costs its time limit once") {
    val start = System.nanoTime
    assert(text("table.hangs").left.exists(_.endsWith("no answer within 2000 ms")))
    for (_ <- 1 to 100)
      assert(text("table.hangs").left.exists(_.contains("an earlier call has exceeded the time limit")))
    assert(System.nanoTime - start < 20e9)
    assert(text("table.endpoint") == Right("https://acme"))
  }

  test("a stack overflow, and an exception whose message throws, give a message") {
    assert(text("table.overflows").left.exists(_.contains("StackOverflowError")))
    assert(text("table.hostile").left.exists(_.endsWith("HostileException")))
  }

  test("a value of any size, or in a cycle, is bounded") {
    assert(text("table.large").exists(_.length == 65001))
    assert(values.at(relation, "table.many").exists(_.size == 64))
    assert(text("table.many.5000") == Right("5000"))
    assert(values.at(relation, "table.cyclic").exists(_.toString.length < 1000))
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
    def hangs: String
    def overflows: Int
    def hostile: String
    def large: String
    def many: Seq[Int]
    def cyclic: java.util.Map[String, Any]
  }

  class HostileException extends RuntimeException {
    override def getMessage: String = throw new IllegalStateException
  }

  private object Acme {
    private class Hidden extends Remote {
      def endpoint = "https://acme"
      def other = "other"
      def password = "hunter2"
      def fails: String = throw new java.io.IOException("down, password=Zq1")
      def hangs: String = {
        Thread.sleep(600000)
        ""
      }
      def overflows: Int = 1 + overflows
      def hostile: String = throw new HostileException
      def large: String = new String(new Array[Char](50 << 20))
      def many: Seq[Int] = 0 until Int.MaxValue
      def cyclic: java.util.Map[String, Any] = {
        val all = new java.util.HashMap[String, Any]
        all.put("again", all)
        all
      }
    }
    val table: Remote = new Hidden
  }

  final case class Relation(table: Remote)
}

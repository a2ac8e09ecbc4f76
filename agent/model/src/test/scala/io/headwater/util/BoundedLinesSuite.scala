package io.headwater.util

import java.io.{Reader, StringReader}

import org.scalatest.funsuite.AnyFunSuite

class BoundedLinesSuite extends AnyFunSuite {
  private def lines(text: String, maxLength: Int = 100000): Vector[String] =
    all(new BoundedLines(new StringReader(text), maxLength))

  private def all(lines: BoundedLines): Vector[String] = {
    val found = Vector.newBuilder[String]
    lines.foreach(found += _)
    found.result()
  }

  test("lines are those of a BufferedReader") {
    val long = "x" * 20000
    for (
      text <- Vector(
        "",
        "a",
        "a\n",
        "a\r\nb",
        "\n\na",
        "a\rb\r\r\nc",
        "\r",
        s"${"z" * 8191}\r\nb",
        s"${"z" * 8190}\r\n\nb",
        s"$long\n$long",
        s"a\n${"y" * 8191}\nb\n"
      )
    ) {
      val reader = new java.io.BufferedReader(new StringReader(text))
      val expected = Iterator.continually(reader.readLine()).takeWhile(_ != null).toVector
      assert(lines(text) == expected, text.take(20))
    }
  }

  test("the rest of a long line is left out, and the next line follows") {
    assert(lines("12345678\nab\n123", maxLength = 3) == Vector("123", "ab", "123"))
    assert(lines("x" * 50000 + "\nlast", maxLength = 9000) == Vector("x" * 9000, "last"))
  }

  test("a line without an end takes no more memory than its bound") {
    var left = 100000 // 800 million characters
    val endless = new Reader {
      def read(to: Array[Char], from: Int, length: Int): Int = {
        left -= 1
        if (left < 0) -1 else length
      }
      def close(): Unit = ()
    }
    assert(new BoundedLines(endless, 10).next().map(_.length) == Some(10))
    assert(left < 0)
  }
}

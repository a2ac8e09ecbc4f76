package io.headwater.util

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

final class TextsSuite extends AnyFunSuite {
  private val key = "AKIAIOSFODNN7EXAMPLE"

  test("a text that is too long is cut before a blank, and what is cut off is counted") {
    assert(Texts.bounded("one two three", 9) == "one two… (6 more characters)")
    assert(Texts.bounded("one two three", 7) == "one two… (6 more characters)")
    assert(Texts.bounded("one two", 7) == "one two")
    assert(Texts.bounded("abcdef", 4) == "abcd… (2 more characters)")
    assert(Texts.bounded(" abcdef", 4) == " abc… (3 more characters)")
    assert(Texts.bounded("a \uD83D\uDE00bc", 2) == "a… (5 more characters)")
    assert(Texts.bounded("a" * 5000 + "\uD83D\uDE00", 5001) == "a" * 5000 + "… (2 more characters)")
  }

  test("a secret at the place where a text is cut does not leave") {
    val filler = "x " * 100
    for {
      secret <- Vector(s"'$key'", "password 'QW1 QW2 QW3 QW4'", "https://u:QW1QW2@h/p", "--password QW1QW2")
      at <- 1 to secret.length
      clean =
        Redactor.default.sql(Texts.bounded(s"$filler OPTIONS ($secret) $filler", filler.length + 10 + at))
    } assert(!clean.contains("QW") && !clean.contains("AKIA"), s"$secret cut at $at: $clean")
  }
}

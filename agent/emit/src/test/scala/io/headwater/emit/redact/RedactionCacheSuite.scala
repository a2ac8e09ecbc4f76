package io.headwater.emit.redact

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.redaction.Redactor

class RedactionCacheSuite extends AnyFunSuite {
  private var calls = 0
  private val texts =
    new RedactionCache(text => { calls += 1; Redactor.default.text(text) }, maxTexts = 20, maxLength = 30)
  private def callsOf(text: String, times: Int): Int = {
    val before = calls
    val answers = Vector.fill(times)(texts(text))
    assert(answers.forall(_ == Redactor.default.text(text)))
    calls - before
  }

  test("a short text without a secret is redacted once") {
    assert(callsOf("a column", times = 3) == 1)
  }

  test("a text with a secret is redacted each time") {
    assert(callsOf("password=PW1", times = 3) == 3)
    assert(texts("password=PW1") != "password=PW1")
    assert(callsOf("long " * 30 + "password=PW1", times = 3) == 3)
  }

  test("of long texts, only the last one is remembered") {
    assert(callsOf("long " * 30, times = 3) == 1)
    assert(callsOf("other " * 30, times = 3) == 1)
    assert(callsOf("long " * 30, times = 1) == 1)
  }

  test("the number of remembered texts is bounded") {
    assert(callsOf("first", times = 2) == 1)
    (1 to 20).foreach(n => texts(s"column $n"))
    assert(callsOf("first", times = 2) == 1)
  }
}

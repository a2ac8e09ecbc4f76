package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** Rows in the errors of databases. */
final class RowValuesSuite extends AnyFunSuite {
  private val r = Redactor.default
  private val redacted = Redactor.replacement

  test("the values of a row in an error of a database are removed") {
    val texts = Vector(
      "Duplicate entry 'PW1' for key 'users.email'" -> s"Duplicate entry '$redacted' for key 'users.email'",
      "Duplicate entry 'it's PW1' for key 2: x" -> s"Duplicate entry '$redacted' for key 2: x",
      "Detail: Failing row contains (1, PW1 (x). PW1, null).\n\tat a.B" ->
        s"Detail: Failing row contains ($redacted).\n\tat a.B",
      "Failing row contains (PW1).  Call getNextException to see" ->
        s"Failing row contains ($redacted).  Call getNextException to see",
      "\"Failing row contains (PW1\nPW1).\" x" -> s""""Failing row contains ($redacted)." x""",
      "Key (email, id)=(PW1, (1)) already exists. x" -> s"Key (email, id)=($redacted) already exists. x",
      "Key (a)=(PW1) is not present in table \"t\"." -> s"""Key (a)=($redacted) is not present in table "t".""",
      "The duplicate key value is (1, PW1)." -> s"The duplicate key value is ($redacted)."
    )
    for ((text, clean) <- texts) {
      assert(r.text(text) == clean)
      assert(r.text(clean) == clean)
      assert(!r.stackTrace(s"a.B: $text\n\tat a.B.c(B.scala:1)").contains("PW1"))
    }
  }

  test("of an error that was cut, nothing of the row is left") {
    for (begin <- Vector("Duplicate entry '", "Failing row contains (1, ", "The duplicate key value is ("))
      assert(!r.text(s"x: ${begin}PW1. x").contains("PW1"))
  }

  test("a text without rows is as it was") {
    for (text <- Vector("Key (a) is missing", "Duplicate entry x for key y", "f(a)=(b)"))
      assert(r.text(text) == text)
  }
}

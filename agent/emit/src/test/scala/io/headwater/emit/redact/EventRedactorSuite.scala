package io.headwater.emit.redact

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.emit.Samples
import io.headwater.model.{EventType, RunError}
import io.headwater.redaction.Redactor

final class EventRedactorSuite extends AnyFunSuite {
  private val redactor = new EventRedactor(Redactor.default, new JsonRedactor(Redactor.default))

  test("an error has no value that the statement has for a sensitive name") {
    val message =
      "[CAST_INVALID_INPUT] The value 'Zq1-x' of the type \"STRING\" cannot be cast to \"INT\": keep, a"
    val event = Samples.event(EventType.Fail).copy(
      sql = Some("SELECT * FROM t WHERE pin_token = 'Zq1-x' AND a = 'keep' AND password <> 'a'"),
      error = Some(RunError(message, Some(s"a.B: $message\n\tat a.B.c(B.scala:1)")))
    )
    val error = redactor.redact(event).error.get
    val clean = message.replace("Zq1-x", Redactor.replacement)
    assert(error.message == clean)
    assert(error.stackTrace.contains(s"a.B: $clean\n\tat a.B.c(B.scala:1)"))
    val other = redactor.redact(event.copy(sql = None)).error.get
    assert(other.message == message)
  }
}

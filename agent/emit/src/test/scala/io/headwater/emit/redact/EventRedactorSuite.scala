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

  private def inError(message: String, trace: String): RunError =
    redactor.redact(Samples.event(EventType.Fail).copy(error =
      Some(RunError(message, Some(trace)))
    )).error.get

  test("an error is cut after its secrets are removed, and a message says how much is missing") {
    val secrets = Vector("https://u:PW1@host/x", "ghp_PW1" + "a" * 33, "eyJhbGciOi.eyJQVzEi.PW1PW1PW1PW1")
    for (secret <- secrets; before <- Seq(8180, 65520)) {
      val text = "x" * (before - 1) + " " + secret + "\n\tat a.B"
      val error = inError(text, text)
      assert(!error.message.contains("PW1") && !error.message.contains("eyJhbGciOi"), secret)
      assert(error.stackTrace.exists(t => !t.contains("u:P") && !t.contains("ghp_") && !t.contains("eyJ")))
      assert(error.stackTrace.exists(_.length <= 8193))
    }
    val long = inError("x" * 1000000, "x" * 1000000)
    assert(long.message == "x" * 65536 + "… (934464 more characters)")
    assert(long.stackTrace.contains("x" * 8192 + "…"))
    val whole = inError("x" + "\ud83d\ude00" * 100000, "").message
    assert(whole.contains("\ude00… (") && whole.contains("134466 more"))
  }

  test("what follows a very long secret has no begin of another one") {
    val error = inError("password=" + "x" * 131030 + " https://u:PW1" + "y" * 100 + "@host/x", "")
    assert(!error.message.contains("PW1"), error.message)
  }
}

package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** Texts that come line by line. */
final class LineRedactorSuite extends AnyFunSuite {
  private def lines(all: String*): Seq[String] = {
    val redactor = new LineRedactor(Redactor.default, 100)
    all.map(redactor(_))
  }
  private val redacted = Redactor.replacement

  test("the lines of a private key are removed") {
    val key = Seq("MIIEPW1", "Proc-Type: 4,PW1", "PW1=")
    for (kind <- Seq("RSA PRIVATE KEY", "PRIVATE KEY", "PGP PRIVATE KEY BLOCK")) {
      val all = Seq("a", s"key: -----BEGIN $kind-----") ++ key ++ Seq(s"-----END $kind----- b", "c")
      assert(lines(all: _*) ==
        Seq("a", s"key: $redacted", redacted, redacted, redacted, s"$redacted b", "c"))
    }
    val inside = "-----BEGIN PRIVATE KEY-----PW1-----END PRIVATE KEY-----"
    assert(lines(s"a $inside b", "c") == Seq(s"a $redacted b", "c"))
    assert(lines("-----BEGIN PRIVATE KEY-----", s"-----END PRIVATE KEY----- $inside", "c") ==
      Seq(redacted, s"$redacted $redacted", "c"))
    assert(lines("-----BEGIN CERTIFICATE-----", "MIIE") == Seq("-----BEGIN CERTIFICATE-----", "MIIE"))
  }

  test("a key without an end hides a bounded number of lines") {
    val all = lines("-----BEGIN PRIVATE KEY-----" +: Seq.fill(1000)("x"): _*)
    assert(all.count(_ == "x") == 700)
  }

  test("a long line is cut after its secrets are removed") {
    val line = lines("x" * 90 + " https://u:PW1@host/x").head
    assert(line.length <= 101 && !line.contains("PW1") && !line.contains("u:"))
  }
}

package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

class KnownTokensSuite extends AnyFunSuite {
  private val r = Redactor.default
  private val redacted = Redactor.replacement
  private val jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"

  private val tokens = Vector(
    "AKIAIOSFODNN7EXAMPLE",
    "ASIAIOSFODNN7EXAMPLE",
    jwt,
    "ghp_" + "a1" * 18,
    "github_pat_" + "a1_" * 20,
    "glpat-" + "a1" * 10,
    "xoxb-1234567890-abcdefghij",
    "dapi" + "0a" * 16,
    "AIza" + "a1-_5" * 7,
    "sk-" + "a1" * 24,
    "sk-ant-" + "a1-" * 10,
    "npm_" + "a1" * 18,
    "hvs." + "a1" * 12,
    "hf_" + "aB1" * 11 + "c",
    "pypi-" + "AgEIcHlwaS5vcmc" * 4,
    "GOCSPX-" + "a1-_" * 7,
    "SG." + "a1" * 11 + "." + "b2" * 21,
    "shpat_" + "0a" * 16,
    "dop_v1_" + "0a" * 32,
    "dckr_pat_" + "a1" * 13,
    "xapp-1-A0123-456-0abcdef",
    "sk-proj-" + "a1" * 20,
    "hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx",
    "discord.com/api/webhooks/1234567890/abcdefghijklmnopqrstuvwx",
    "ATATT3xFf" + "a1-_" * 40,
    "ATBB" + "a1" * 16,
    "sk-svcacct-" + "a1_" * 20,
    "gsk_" + "a1" * 26,
    "r8_" + "a1" * 18 + "b",
    "sk_test_" + "a1" * 12,
    "whsec_" + "a1" * 16,
    "rubygems_" + "0a" * 24,
    "dckr_oat_" + "a1" * 13,
    "HRKU-" + "a1-_" * 15,
    "pscale_tkn_" + "a1" * 20,
    "glsa_" + "a1" * 16 + "_0a1b2c3d",
    "dp.st." + "a1" * 22,
    "dbtc_" + "a1-_" * 10,
    "pul-" + "0a" * 20,
    "ntn_" + "a1" * 22,
    "AGE-SECRET-KEY-1" + "Q2" * 29,
    "sq0atp-" + "a1-_" * 5 + "a1",
    "NRAK-" + "A1" * 13 + "B",
    "dose" + "0a" * 16,
    "1//0" + "a1-_" * 15,
    "sb_secret_" + "a1" * 11 + "_0a1b2c3d",
    "secret_" + "a1" * 21 + "b",
    "hooks.slack.com/workflows/T00000000/A00000000/123456789/abcdefghijklmnopqrstuvwx"
  )

  test("a token of a known format is redacted anywhere in a text") {
    for (t <- tokens) {
      assert(r.text(t) == redacted, t)
      assert(r.text(s"given $t, refused") == s"given $redacted, refused", t)
      assert(r.sql(s"SELECT '$t' AS x FROM t") == s"SELECT '$redacted' AS x FROM t", t)
      assert(!r.text(s"https://h/p?x=$t").contains(t), t)
      assert(r.property("spark.x", t) == redacted, t)
      assert(r.text(r.text(s"a $t b")) == r.text(s"a $t b"), t)
    }
  }

  test("credentials after Bearer and Basic are redacted") {
    assert(r.text("401 for Bearer abcdef123456xyz, sorry") == s"401 for Bearer $redacted, sorry")
    assert(r.sql("SELECT 'Basic dXNlcjpwYXNz0123'") == s"SELECT 'Basic $redacted'")
  }

  test("a private key is redacted, in one or many lines, complete or truncated") {
    def key(glue: String) =
      Vector("-----BEGIN RSA PRIVATE KEY-----", "MIIEabc+/=", "-----END RSA PRIVATE KEY-----").mkString(glue)
    for (glue <- Vector("\n", "\\n", " ")) assert(r.text(s"a ${key(glue)} b") == s"a $redacted b")
    assert(r.text("a -----BEGIN PRIVATE KEY-----\nMIIEabc") == s"a $redacted")
  }

  test("similar texts that are no tokens are kept") {
    val clean = Vector(
      "AKIA",
      "MYAKIAIOSFODNN7EXAMPLE",
      "AKIAIOSFODNN7EXAMPLES",
      "sk-learn-model-training-2020-with-a-long-name-of-words",
      "eyJ.a",
      "dapi_orders",
      "Bearer tokens are refused",
      "Basic authentication failed",
      "basic statistics2024 of it",
      "-----BEGIN CERTIFICATE-----\nMIIEabc\n-----END CERTIFICATE-----",
      "/warehouse/ghp_orders/part-0",
      "hvs.table",
      "glc_orders_of_the_last_year",
      "dbtc_run_results",
      "r8_2024",
      "pul-orders-of-all-customers-in-the-warehouse",
      "6f1c2d3e-4a5b-6c7d-8e9f-0a1b2c3d4e5f"
    )
    for (c <- clean) assert(r.text(c) == c)
  }

  test("a token is redacted behind an escape, an encoded character, and in a part of a name") {
    val escapes = Vector("\\n", "\\t", "\\u003d", "%20", "%3D")
    for (t <- tokens; before <- escapes) {
      assert(!r.text(s"x$before$t y").contains(t), before + t)
      assert(!r.sql(s"SELECT 'x$before$t'").contains(t), before + t)
    }
    for (t <- tokens.filterNot(_ == jwt); before <- Vector("export_", "dump-"))
      assert(!r.name(s"/data/$before$t").contains(t), before + t)
    assert(r.text("task-" + "a1" * 24) == "task-" + "a1" * 24)
  }

  test("a private key of PGP is redacted") {
    val key = "-----BEGIN PGP PRIVATE KEY BLOCK-----\nPW1\n-----END PGP PRIVATE KEY BLOCK-----"
    assert(r.text(s"key $key x") == s"key $redacted x")
    assert(r.text("-----BEGIN PUBLIC KEY-----\na") == "-----BEGIN PUBLIC KEY-----\na")
  }
}

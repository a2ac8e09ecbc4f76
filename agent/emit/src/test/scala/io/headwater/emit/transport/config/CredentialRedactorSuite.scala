package io.headwater.emit.transport.config

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.redaction.Redactor

class CredentialRedactorSuite extends AnyFunSuite {
  private val section = Branch(Map(
    "type" -> Leaf("http"),
    "url" -> Leaf("https://backend.example"),
    "auth" -> Branch(Map("type" -> Leaf("api_key"), "apiKey" -> Leaf("k3y-of-mine"))),
    "headers" -> Branch(Map("X-Gateway" -> Leaf("gate-pass"), "X-On" -> Leaf("1"))),
    "urlParams" -> Branch(Map("code" -> Leaf("gate-pass-2")))
  ))
  private val clean = CredentialRedactor(section, Redactor.default)

  test("the credentials of a transport are redacted by their values") {
    val redacted = clean("no k3y-of-mine for gate-pass-2 or gate-pass, at https://backend.example 1 time")
    val gone = Redactor.replacement
    assert(redacted == s"no $gone for $gone or $gone, at https://backend.example 1 time")
  }

  test("a key with its scheme is redacted with and without it") {
    val key = Branch(Map("auth" -> Branch(Map("apiKey" -> Leaf("Bearer k3y-of-mine")))))
    val gone = Redactor.replacement
    assert(CredentialRedactor(key, Redactor.default)("k3y-of-mine, Bearer k3y-of-mine") == s"$gone, $gone")
  }

  test("a key that ends in a line break is redacted where a message has it on one line") {
    val gone = Redactor.replacement
    for (key <- Vector("k3y-of-mine\n", " k3y-of-mine \r\n")) {
      val section = Branch(Map("auth" -> Branch(Map("apiKey" -> Leaf(key)))))
      assert(CredentialRedactor(section, Redactor.default)("unknown k3y-of-mine.") == s"unknown $gone.")
    }
  }

  test("the values in the query of an address are credentials, whatever they are called") {
    val gone = Redactor.replacement
    val section = Branch(Map(
      "url" -> Leaf("https://h.example/api?code=abc%2F123&v=2"),
      "auth" -> Branch(Map("tokenEndpoint" -> Leaf("https://t.example/x?tenant-key=zzz999")))
    ))
    val text = "redirected to https://h.example/new?code=abc%2F123&v=2, abc/123, zzz999"
    assert(CredentialRedactor(section, Redactor.default)(text) ==
      s"redirected to https://h.example/new?code=$gone&v=2, $gone, $gone")
  }

  test(
    "a blank credential redacts nothing, and an option of a secret section is a secret, whatever its name"
  ) {
    val section = Branch(Map(
      "url" -> Leaf("https://h.example/x?note=%20%20%20%20"),
      "auth" -> Branch(Map("apiKey" -> Leaf("    "))),
      "headers" -> Branch(Map("endpoint" -> Leaf("s3cr3t-value")))
    ))
    assert(CredentialRedactor(
      section,
      Redactor.default
    )("a b s3cr3t-value") == s"a b ${Redactor.replacement}")
  }

  test("a credential is redacted in another case, and as it is encoded in a URL and in base64") {
    val key = Branch(Map("auth" -> Branch(Map("apiKey" -> Leaf("k3y of/mine+")))))
    val gone = Redactor.replacement
    val text = "K3Y OF/MINE+ k3y+of%2Fmine%2B k3y%20of%2Fmine%2b azN5IG9mL21pbmUr"
    assert(CredentialRedactor(key, Redactor.default)(text) == s"$gone $gone $gone $gone")
  }
}

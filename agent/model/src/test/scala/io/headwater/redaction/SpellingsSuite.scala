package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** The spellings of secrets in programs, files, messages and names of columns. */
final class SpellingsSuite extends AnyFunSuite {
  private val r = Redactor.default
  private val redacted = Redactor.replacement

  test("the path of a query on files has no credentials") {
    val paths =
      Vector("/data/f?sig=PW1", "s3a://AK:PW1@b/k", "https://a.blob.core.windows.net/c/f?sv=1&sig=PW1")
    for (path <- paths) assert(!r.sql(s"SELECT * FROM csv.`$path` WHERE `a?` > 1").contains("PW1"), path)
    val names = "SELECT `a?b`, `token` FROM csv.`/data/token=5/x` t"
    assert(r.sql(names) == names)
  }

  test("literals of Python, lists and pairs of name and value are values") {
    val texts = Vector(
      "{'user': 'u', 'password': b'PW1', 'x': 1}",
      "{'password': u\"PW1\", 'x': 1}",
      "Conf(password=SecretStr('PW1'), x=1)",
      "{\"token\": [\"PW1\", \"PW1\"], \"x\": 1}",
      "{\\\"token\\\": [\\\"PW1\\\"], \\\"x\\\": 1}",
      "[{\"name\": \"DB_PASSWORD\", \"value\": \"PW1\"}, {\"x\": 1}]",
      "Authorization: Token PW1; x = 1",
      "Key (name, password)=(x, PW1) already exists. x",
      "<property><name>fs.s3a.secret.key</name>\n <value>PW1</value><name>x</name></property>",
      "x-functions-key: PW1, Ocp-Apim-Subscription-Key: PW1",
      "kafka.sasl.jaas.config = 'org.x.Module required user_a=\"PW1\";', x"
    )
    for (text <- texts) {
      assert(!r.text(text).contains("PW1"), text)
      assert(r.text(text).contains("x"), text)
      assert(r.text(r.text(text)) == r.text(text), text)
    }
  }

  test("the key of an encryption is in no name and no message") {
    val call = "base64(aes_encrypt(c, PW1)x, GCM, DEFAULT, ))"
    assert(r.name(call) == s"base64(aes_encrypt($redacted)")
    assert(r.text(
      s"Cannot resolve $call\nin the query"
    ) == s"Cannot resolve base64(aes_encrypt($redacted)\nin the query")
    assert(!r.text(s"== Plan ==\n+- Project [id#1, $call AS x#2]").contains("PW1"))
    assert(r.name("try_aes_decrypt(c, PW1") == s"try_aes_decrypt($redacted")
    assert(r.name("aes_count") == "aes_count")
  }

  test("keys of settings are recognized in the spellings of drivers and services") {
    val sensitive = Vector(
      "dbpass userPass jdbcPass pass1 spark.pass subscription-key Ocp-Apim-Subscription-Key signingKey ssh_key hmacKey",
      "kafka.ssl.keystore.key OAuthPvtKey oracle.securestorekey hexkey LOGDATA delegation trustpass keypass2",
      "auth_key AuthKey decryption_key aesKey cipher_key AIRFLOW__CORE__FERNET_KEY DD_APP_KEY s3.sse.key symmetric_key",
      "pass_phrase pass-key pswd db_psw userPw encryptKey pulsar.client.authParams Kennwort"
    ).flatMap(_.split(' '))
    for (key <- sensitive) assert(r.isSensitive(key), key)
    for (
      key <- Vector(
        "bypass",
        "compass",
        "passenger",
        "primary_key",
        "key",
        "delegations",
        "monkey",
        "client_key",
        "author_params",
        "keypw2"
      )
    )
      assert(!r.isSensitive(key), key)
  }
}

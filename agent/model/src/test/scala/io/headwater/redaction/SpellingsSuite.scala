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

  test("of a tuple and of a call in Python, every argument is part of the value") {
    val texts = Vector(
      "r = requests.get(url, auth=(\"svc\", \"PW1\"), timeout=3)" -> s"auth=$redacted, timeout=3)",
      "get(url, auth=HTTPBasicAuth(\"svc\", \"PW1\"), timeout=3)" -> s"auth=$redacted, timeout=3)",
      "connect(password=os.getenv(\"DB_PW\", \"PW1\"), x=1)" -> s"password=$redacted, x=1)",
      "f(credential=Secret(tenant, client, \"PW1\"), x=1)" -> s"credential=$redacted, x=1)",
      "f(token=first(second('a)', 1), ')', \"PW1\"), x=1)" -> s"token=$redacted, x=1)",
      "{'auth': ('svc', 'PW1'), 'x': 1}" -> s"'auth': $redacted, 'x': 1}",
      "{\\\"auth\\\": (\\\"svc\\\", \\\"PW1\\\"), \\\"x\\\": 1}" -> (": " + redacted + ", \\\"x\\\": 1}"),
      "  auth=(\"svc\", \"PW1\n  next line" -> s"auth=$redacted\n  next line",
      "token=get_token(url), x=1" -> s"token=$redacted, x=1"
    )
    for ((text, end) <- texts) {
      val clean = r.text(text)
      assert(!clean.contains("PW1") && clean.endsWith(end), clean)
      assert(r.text(clean) == clean, text)
    }
  }

  test("a password may contain brackets") {
    val texts = Vector(
      "password=Xk(9)QwPW1 host=h" -> s"password=$redacted host=h",
      "-Ddb.password=a(b)c(PW1)d -Dx=1" -> s"-Ddb.password=$redacted -Dx=1",
      "Map(password -> a(b)PW1, k -> v)" -> s"Map(password -> $redacted, k -> v)",
      "{password: a(b)PW1}" -> s"{password: $redacted}",
      "token=(abc)PW1" -> s"token=$redacted",
      "secret=abc(def)ghi,PW1" -> s"secret=$redacted",
      "password=a(b\nx" -> s"password=$redacted\nx"
    )
    for ((text, clean) <- texts) assert(r.text(text) == clean)
  }

  test("a long call and one of several lines are whole values") {
    val key = "K" * 1600 + "PW1"
    assert(r.text(s"private_key=SecretStr('$key')\nx=1") == s"private_key=$redacted\nx=1")
    assert(r.text(s"auth=f('${"K" * 900}', '$key')\nx=1") == s"auth=$redacted\nx=1")
    assert(r.text("auth=(\n    'svc',\n    'PW1',\n), x=1") == s"auth=$redacted, x=1")
    assert(r.text("password=get(\n  'PW1'\n)\nx=1") == s"password=$redacted\n)\nx=1")
  }

  test("keys and values may be encoded for a URL, for HTML and in JSON") {
    val texts = Vector(
      "https://h/p?filter=%7B%22password%22%3A%22PW1%22%7D",
      "https://h/p?filter=%7B%22password%22:%22PW1%22%7D",
      "%7B%22password%22%3A+%22PW1%22%7D",
      "https://h/p?next=%252Fx%253Fpassword%253DPW1",
      "%257B%2522password%2522%253A%2522PW1%2522%257D",
      "{\"url\":\"jdbc:postgresql://h/db?user\\u003da\\u0026password\\u003dPW1\"}",
      "user\\u003da\\u0026password\\u003dPW1",
      "{\\u0022password\\u0022:\\u0022PW1\\u0022}",
      "<pre>{&quot;password&quot;:&quot;PW1&quot;}</pre>",
      "<pre>{&#34;password&#34;: &#34;PW1&#34;}</pre>",
      "<pre>password&#61;PW1</pre>",
      "&lt;password&gt;PW1&lt;/password&gt;"
    )
    for (text <- texts; clean <- Vector(r.text(text), r.sql(s"SELECT '$text' AS a"))) {
      assert(!clean.contains("PW1"), clean)
      assert(r.text(clean) == clean, text)
    }
    val harmless = Vector(
      "https://h/p?filter=%7B%22name%22%3A%22x%22%7D",
      "a&quot;token&quot; b&gt; c",
      "C:\\users\\token\\u0041"
    )
    for (text <- harmless) assert(r.text(text) == text)
    assert(r.name("/data/token%3A1&x/part") == "/data/token%3A1&x/part")
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
      "pass_phrase pass-key pswd db_psw userPw encryptKey pulsar.client.authParams Kennwort cookies dbCred basicAuth x.bearer"
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
        "keypw2",
        "sacred",
        "isAuth",
        "forbearer"
      )
    )
      assert(!r.isSensitive(key), key)
  }
}

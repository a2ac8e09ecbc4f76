package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** Keys and values without an assignment between them: in source code, XML, nested JSON, headers and running text. */
final class PairsSuite extends AnyFunSuite {
  private val r = Redactor.default
  private val backslash = "\\"

  private val secrets = Vector(
    ".option(\"password\", \"PW1\").load(x)",
    ".option('password','PW1').load(x)",
    "spark.conf.set(\"fs.s3a.secret.key\", f\"PW1\") # x",
    "os.environ[\"DB_PASSWORD\"] = \"PW1\" # x",
    "config['db']['password']='PW1' # x",
    "[(\"password\", \"PW1\"), (\"user\", \"x\")]",
    "connect(password=f\"PW1\", x=1)",
    "List((password,PW1), (user,x))",
    "[(user,x), (password,PW1)]",
    "SetCommand (fs.s3a.secret.key,Some(PW1)) x",
    "{\"a\":\"{\\\"password\\\":\\\"PW1\\\"}\",\"b\":\"x\"}",
    s"{$backslash$backslash$backslash${"\""}password$backslash$backslash$backslash${"\""}:$backslash$backslash$backslash${"\""}PW1$backslash$backslash$backslash${"\""}} x",
    s"{$backslash${"\""}password$backslash${"\""}:$backslash${"\""}a$backslash$backslash$backslash${"\""}PW1$backslash${"\""}} x",
    s"{$backslash${"\""}name$backslash${"\""}:$backslash${"\""}TOKEN$backslash${"\""},$backslash${"\""}value$backslash${"\""}:$backslash${"\""}PW1$backslash${"\""}} x",
    "<property name=\"password\" value=\"PW1\"/> x",
    "<entry key=\"password\">PW1</entry> x",
    "<password type=\"x\">PW1</password> x",
    "<ns:password>PW1</ns:password> x",
    "<password><![CDATA[PW1]]></password> x",
    "Cookie: a=b; session=PW1\nx",
    "Authorization: AWS AKID:PW1\nx",
    "Authorization: Digest username=\"u\", response=\"PW1\"\nx",
    "Authorization: OAuth oauth_consumer_key=\"PW1\"\nx",
    "the secret key: PW1, x",
    "Access Key = PW1 x",
    "no private key: PW1, x",
    "pass phrase: PW1, x",
    "keytool -password PW1 x",
    "python -m jobs.etl --param password PW1 --x",
    "headwater.job etl --param db_password 'a PW1' --x",
    "headwater.job etl --api-key PW1 x",
    "headwater.job etl --conf spark.db.password PW1 x",
    "-storepass PW1 x"
  )

  for (text <- secrets) test(s"is no part of a text: $text") {
    val clean = r.text(text)
    assert(!clean.contains("PW1"), clean)
    assert(clean.contains("x"), clean)
    assert(r.text(clean) == clean)
  }

  test("names without a value are kept") {
    val clean = Vector(
      "df.select(\"id\", \"password\", \"name\")",
      "INSERT INTO users (password,name) FAILED",
      "f(password,name)",
      "Did you mean [`id`, `password`, `name`]",
      "the primary key: id",
      "<token/> <a b=\"c\">d</a>",
      "mkdir -p a"
    )
    for (text <- clean) assert(r.text(text) == text)
  }
}

package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** Statements with comments, and statements within a text. */
final class StatementsSuite extends AnyFunSuite {
  private val r = Redactor.default
  private val redacted = Redactor.replacement

  private val statements = Vector(
    "/* keys */ SET fs.s3a.secret.key=PW1" -> s"/* keys */ SET fs.s3a.secret.key=$redacted",
    "-- keys\n-- of the lake\nSET fs.s3a.secret.key = PW1 1" ->
      s"-- keys\n-- of the lake\nSET fs.s3a.secret.key = $redacted",
    "SELECT 'x'; SET fs.s3a.secret.key=PW1; SELECT 'y'" ->
      s"SELECT 'x'; SET fs.s3a.secret.key=$redacted; SELECT 'y'",
    "SELECT 'x';\nset `fs.s3a.secret.key` = PW1" -> s"SELECT 'x';\nset `fs.s3a.secret.key` = $redacted",
    "OPTIONS (password /* c */ 'PW1', x 'y')" -> s"OPTIONS (password /* c */ '$redacted', x 'y')",
    "OPTIONS (password -- c\n 'PW1', x 'y')" -> s"OPTIONS (password -- c\n '$redacted', x 'y')",
    "OPTIONS ('password' /* a /* b */ */ = -- c\n 'PW1')" -> s"OPTIONS ('password' /* a /* b */ */ = -- c\n '$redacted')",
    "OPTIONS (password /* token=PW1 */ 'PW1')" -> s"OPTIONS (password /* token=$redacted */ '$redacted')",
    "CREATE TABLE t USING x OPTIONS (password 1234)" -> s"CREATE TABLE t USING x OPTIONS (password $redacted)",
    "OPTIONS (password 1234, x 5)" -> s"OPTIONS (password $redacted, x 5)",
    "OPTIONS (r'password' 'PW1', R\"token\" = R\"PW1\")" ->
      s"""OPTIONS (r'password' '$redacted', R"token" = R"$redacted")""",
    "SELECT reflect('java.lang.System', 'setProperty', 'db.password', 'PW1'), 'x'" ->
      s"SELECT reflect('java.lang.System', 'setProperty', 'db.password', '$redacted'), 'x'",
    "EXECUTE IMMEDIATE 'SELECT aes_encrypt(x, ?) FROM t' USING 'PW1'" ->
      s"EXECUTE IMMEDIATE '$redacted' USING '$redacted'"
  )

  for ((statement, clean) <- statements) test(s"is no part of a statement: $statement") {
    assert(r.sql(statement) == clean)
    assert(r.sql(clean) == clean)
  }

  test("an update of a column is no setting, and a comment alone is no value") {
    val clean = Vector(
      "UPDATE t SET password = other",
      "SELECT 'x'; UPDATE t SET password = other",
      "SELECT token -- 'x'\n, 'y' /* z */ FROM t",
      "SELECT token /* a */ , 5 FROM t"
    )
    for (s <- clean) assert(r.sql(s) == s)
  }

  private val messages = Vector(
    "Batch entry 0 INSERT INTO users (\"name\",\"password\") VALUES (('bob'),('PW1')) was aborted: x",
    "Batch entry 0 insert into users (name, password) values ('bob', 'PW1') was aborted: can't bob",
    "  File \"job.py\", line 3, bob\n    spark.sql(\"select * from t where 'PW1' = password and a = 'bob'\")",
    "error near bob: ALTER USER u IDENTIFIED BY 'PW1'",
    "failed: CREATE USER bob PASSWORD 'PW1'",
    "bob's query: SELECT 'PW1' AS token",
    "bob: UPDATE t SET (name, password) = ('bob', 'PW1')",
    "no: MERGE INTO t USING s ON a = 'bob' WHEN MATCHED THEN UPDATE SET password = 'PW1'"
  )

  for (message <- messages) test(s"a statement within a message is read as SQL: $message") {
    val clean = r.text(message)
    assert(!clean.contains("PW1") && clean.contains("bob"), clean)
    assert(r.text(clean) == clean)
  }

  test("a message without a statement is kept") {
    val clean = Vector(
      "can't select the column 'a' for the token 'b'; update the table",
      "please create a user 'bob' first, password missing"
    )
    for (text <- clean)
      assert(r.message(text).contains("'a'") || r.message(text).contains("'bob'"), r.message(text))
  }
}

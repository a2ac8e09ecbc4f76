package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** A literal `Zq…` belongs to a sensitive name, a literal `keep…` does not. */
class SqlSecretsSuite extends AnyFunSuite {
  private val r = Redactor.default

  private val columns = Seq("id", "password", "name")
  private val inserts = Vector(
    "INSERT INTO t VALUES ('keep', 'Zq1', 'keep2'), ('keep3', upper('Zq2'), 'keep4')",
    "INSERT INTO t SELECT 'keep', 'Zq1', a FROM s WHERE a = 'keep2'",
    "INSERT INTO t WITH c AS (SELECT 'keep', 'keep2') SELECT 'keep3', 'Zq1', a FROM c",
    "INSERT OVERWRITE TABLE t PARTITION (name) VALUES ('keep', 'Zq1', 'keep2')",
    "INSERT INTO t (name, id, password) VALUES ('keep', 'keep2', 'Zq1')",
    "INSERT INTO t (name, id) VALUES ('keep', 'keep2')",
    "INSERT INTO t BY NAME SELECT 'keep' AS id, 'keep2' AS name, 'Zq1' AS password",
    "INSERT INTO t VALUES ('keep', CASE WHEN 'keep' = a THEN 'Zq1' ELSE concat('Zq2', b) END, (SELECT 'keep2'))"
  )

  for (s <- inserts) test(s"of the columns of the table: $s") {
    val found = r.inserted(s, columns)
    assert(!found.contains("Zq"), found)
    assert("keep\\d?".r.findAllIn(s).toVector.forall(keep => found.contains(s"'$keep'")), found)
  }

  test("a table without sensitive columns leaves the statement") {
    for (s <- inserts) assert(r.inserted(s, Seq("id", "a", "name")) eq s)
  }

  private val statements = Vector(
    "SELECT id FROM t WHERE 'Zq1' = password OR password <> 'Zq2' AND a = 'keep'",
    "SELECT id FROM t WHERE ('keep1' = a OR ('Zq1' <=> u.password)) AND b IN ('keep2')",
    "SELECT * FROM t WHERE password IN ('Zq1', 'Zq2') AND a IN ('keep')",
    "SELECT * FROM t WHERE 'Zq1' IN (password, token) OR 'keep' IN (a)",
    "SELECT * FROM t WHERE password NOT LIKE 'Zq1%' AND password RLIKE r'Zq2' AND password ILIKE ANY ('Zq3', 'Zq4')",
    "SELECT * FROM t WHERE 'Zq1' LIKE password AND a LIKE 'keep'",
    "SELECT * FROM t WHERE password BETWEEN 'Zq1' AND 'Zq2' AND a BETWEEN 'keep1' AND 'keep2'",
    "SELECT * FROM t WHERE 'Zq1' BETWEEN token AND password AND a = 'keep'",
    "SELECT * FROM t WHERE password IS NOT DISTINCT FROM 'Zq1' OR 'Zq2' IS DISTINCT FROM password",
    "SELECT CASE password WHEN 'Zq1' THEN 'keep1' WHEN 'Zq2' THEN 'keep2' ELSE 'keep3' END FROM t WHERE a = 'keep4'",
    "SELECT CASE WHEN 'Zq1' = password THEN 'keep1' WHEN a = 'keep2' THEN 'keep3' END, 'keep4' FROM t",
    "SELECT CASE WHEN a = 'keep' THEN 'x' END FROM t WHERE upper('Zq1') = upper(password)",
    "SELECT concat('Zq1', password), 'keep' FROM t",
    "SELECT nullif(password, 'Zq1'), coalesce(token, 'Zq2'), nullif(a, 'keep') FROM t",
    "SELECT password || 'Zq1', a || 'keep' FROM t",
    "SELECT f(password => 'Zq1', a => 'keep')",
    "SELECT 'Zq1' AS password, 'keep' AS name, 'Zq2' `api_key`, upper('Zq3') AS token FROM t",
    "SELECT named_struct('password', 'Zq1', 'name', 'keep'), map('a', 'keep', 'token', 'Zq2')",
    "SET VAR db_password = 'Zq1'",
    "SET VARIABLE (name, password) = (SELECT 'keep', 'Zq1')",
    "DECLARE OR REPLACE VARIABLE db_password STRING DEFAULT 'Zq1'; SELECT 'keep'",
    "DECLARE db_password = 'Zq1'",
    "EXECUTE IMMEDIATE 'SELECT * FROM t WHERE a = ? AND password = ?' USING 'Zq0', 'Zq1'",
    "EXECUTE IMMEDIATE 'SELECT * FROM t WHERE a = :a' USING 'keep' AS a, 'Zq1' AS password",
    "EXECUTE IMMEDIATE \"SELECT * FROM t WHERE password = 'Zq1'\" INTO x",
    "INSERT INTO t (id, password, name) VALUES (1, 'Zq1', 'keep'), (2, concat('Zq2'), 'keep2')",
    "INSERT INTO t (id, password) SELECT 'keep', 'Zq1' FROM s WHERE a = 'keep'",
    "CREATE VIEW v (id, password) AS SELECT 'keep', 'Zq1'",
    "WITH c (id, password) AS (SELECT 'keep', 'Zq1') SELECT 'keep1', 'keep2' FROM c",
    "SELECT * FROM VALUES ('keep', 'Zq1'), ('keep2', 'Zq2') AS t(id, password)",
    "SELECT 'keep0', 'keep1' FROM (VALUES ('keep', 'Zq1')) t(id, password)",
    "SELECT 'keep0', 'keep1' FROM (SELECT 'keep', 'Zq1') AS t(id, password)",
    "MERGE INTO t USING s ON t.id = s.id AND s.a = 'keep' WHEN MATCHED AND 'Zq0' = t.password THEN UPDATE SET " +
      "t.password = 'Zq1', t.a = 'keep' WHEN NOT MATCHED THEN INSERT (id, password) VALUES ('keep', 'Zq2')",
    "UPDATE t SET a = 'keep', password = lower('Zq1') WHERE b = 'keep2'",
    "SELECT * FROM t WHERE \"Zq1\" = password AND a = \"keep\"",
    "SELECT * FROM t WHERE 'Zq1' = \"password\"",
    "SELECT count_if('Zq1' = (password)), sum(CASE WHEN a = 'keep' THEN 1 END) FROM t",
    "SELECT * FROM t JOIN u ON t.x = u.x AND 'Zq1' = u.password WHERE 'keep' = t.name",
    "CREATE TABLE t (id INT COMMENT 'keep', password STRING DEFAULT 'Zq1', c STRING COMMENT 'keep')",
    "SELECT * FROM t WHERE 'Zq1' = password -- Zq is not here\n AND a = 'keep' /* 'keep' */",
    "SELECT * FROM t WHERE a = ')' AND 'Zq(' = password",
    "FROM t |> WHERE 'Zq1' = password |> SELECT 'keep' AS a",
    "SELECT * FROM t WHERE password = CAST('Zq1' AS STRING) AND a = CAST('keep' AS STRING)",
    "SELECT * FROM t WHERE password::string = 'Zq1' AND sha2('Zq2', 256) = password_hash AND a = 'keep'",
    "SELECT * FROM t WHERE password = ANY (ARRAY('Zq1')) AND a = 'keep'",
    "SELECT * FROM t WHERE (id, password) IN (('Zq0', 'Zq1'), ('Zq2', 'Zq3')) AND a = 'keep'",
    "SELECT * FROM t WHERE (id, password) = ('Zq0', 'Zq1') AND a = 'keep'",
    "SELECT * FROM t WHERE password LIKE 'Zq1' ESCAPE '!' AND a = 'keep'",
    "SELECT * FROM t WHERE a.b['password'] = 'Zq1' OR 'Zq2' = a['password'] OR c = 'keep'",
    "SELECT * FROM t WHERE a:password = 'Zq1' OR 'Zq2' = a:b.password OR c = 'keep'",
    "SELECT * FROM t WHERE get_json_object(a, '$.password') = 'Zq1' AND c = 'keep'",
    "SELECT * FROM t PIVOT (sum(x) FOR password IN ('Zq1', 'Zq2' AS b)) WHERE c = 'keep'",
    "SELECT struct('Zq1' AS password, 'keep' AS a), to_json(named_struct('password', 'Zq2'))",
    "SELECT if(a = 'Zq0', 'Zq1', 'Zq2') AS password, 'keep'",
    "CALL p(password => 'Zq1', name => 'keep')",
    "CALL c.system.p('keep', token => 'Zq1')",
    "SELECT * FROM f(password => 'Zq1', a => 'keep')",
    "ALTER TABLE t ALTER COLUMN password SET DEFAULT 'Zq1'",
    "ALTER TABLE t ADD COLUMN password STRING DEFAULT 'Zq1'",
    "CREATE FUNCTION f(password STRING DEFAULT 'Zq1') RETURNS STRING RETURN 'keep'",
    "DELETE FROM t WHERE 'Zq1' = password AND a = 'keep'",
    "INSERT INTO t REPLACE WHERE password = 'Zq1' SELECT 'keep'",
    "SET VAR b = 'keep', password = 'Zq1'",
    "ALTER TABLE t ALTER COLUMN a SET DEFAULT 'keep', password SET DEFAULT 'Zq1'",
    "BEGIN DECLARE password STRING DEFAULT 'Zq1'; SET password = 'Zq2'; IF 'Zq3' = password THEN SELECT 'keep'; END IF; END",
    "CREATE USER u PASSWORD 'Zq1'",
    "ALTER USER u IDENTIFIED BY 'Zq1'"
  )

  for (statement <- statements) test(s"a literal belongs to a sensitive name: $statement") {
    val clean = r.sql(statement)
    val code = clean.linesIterator.map(_.split(" -- ")(0)).mkString("\n")
    assert(!code.contains("Zq"), clean)
    for (word <- "keep\\d?".r.findAllIn(statement)) assert(clean.contains(word), clean)
    assert(clean.split("keep", -1).length == statement.split("keep", -1).length, clean)
    assert(r.sql(clean) == clean)
  }

  test("a number on the left of a comparison is masked, as one on the right is") {
    assert(r.sql(
      "SELECT * FROM t WHERE 4711 = pin_token AND 'a' = 'b'"
    ).contains(s"${Redactor.replacement} = pin_token"))
  }

  test("a statement that is quoted in an error message is read as SQL") {
    assert(!r.text("no\n== SQL (line 1) ==\nSELECT 1 WHERE 'Zq1' = password\n").contains("Zq1"))
  }

  test("sensitive names without a literal change nothing") {
    val clean = Vector(
      "SELECT date_format(token_expiry, 'yyyy'), split(token, ',') FROM tokens WHERE kind = 'a' ORDER BY password",
      "SELECT password FROM t WHERE id IN (SELECT id FROM u WHERE name = 'bob')",
      "CREATE TABLE t (password STRING COMMENT 'of the user') USING parquet OPTIONS (a 'b')",
      "INSERT INTO secrets VALUES ('a', 'b')",
      "SELECT count(DISTINCT password), 'x' FROM t",
      "SELECT m['password'], get_json_object(a, '$.token'), 'x' FROM t WHERE m['name'] = 'bob'"
    )
    for (s <- clean) assert(r.sql(s) == s)
  }

  test("the work is linear in the number of literals, however deep and long the statement is") {
    val secrets = new SqlSecrets(SensitiveKeys.default)
    val shapes = Vector[Int => String](
      n => "concat(password, 'Zq', " * n + "'Zq'" + ")" * n,
      n => "(password || 'Zq' || " * n + "'Zq'" + ")" * n,
      n => "INSERT INTO t (id, password) VALUES " + "(1, 'Zq')," * n,
      n => "CASE password WHEN 'Zq' THEN " * n + "END " * n,
      n => "SELECT * FROM (" * n + "VALUES (1, 'Zq')) AS t(id, password)" * n
    )
    for (shape <- shapes; n <- Vector(10, 500, 20000)) {
      assert(!secrets.redacted(shape(n)).contains("Zq"), shape(2))
      assert(secrets.visits(shape(n)) <= 10 * (n + 1), shape(2))
    }
  }
}

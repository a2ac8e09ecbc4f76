package io.headwater.plan

import org.apache.spark.sql.catalyst.parser.CatalystSqlParser
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.plan.sqltext.Literals

/** Literals in SQL, with the lexer of each Spark version. */
final class LiteralsSuite extends AnyFunSuite {
  private val pairs = Seq(
    "SELECT name FROM t WHERE id = 42 AND mail = 'ann@x'" -> "SELECT name FROM t WHERE id = ? AND mail = ?",
    "select 1.5, 1e3, 7L, 2.0D, 3BD, -4 from t" -> "select ?, ?, ?, ?, ?, -? from t",
    "SELECT \"a\", 'it\\'s', r'a\\', 'a' 'b'" -> "SELECT ?, ?, ?, ? ?",
    "SELECT `it's 42`, t.`x` FROM parquet.`/a/b`" -> "SELECT `it's 42`, t.`x` FROM parquet.`/a/b`",
    "SELECT DATE '2020-01-01', X'1F', INTERVAL 3 DAYS" -> "SELECT DATE ?, X?, INTERVAL ? DAYS",
    "SELECT a /* of Ann */ FROM t -- it's Ann\nWHERE b" -> "SELECT a   FROM t \nWHERE b",
    "SELECT /*+ BROADCAST(t) */ a FROM t" -> "SELECT /*+ BROADCAST(t) */ a FROM t",
    "INSERT INTO t VALUES (1, 'x', NULL, true)" -> "INSERT INTO t VALUES (?, ?, NULL, true)",
    "SET my.key = some text" -> "SET my.key =?",
    "CREATE TABLE t2 USING jdbc OPTIONS (url 'u', password 'p')" ->
      "CREATE TABLE t2 USING jdbc OPTIONS (url ?, password ?)",
    "SELECT 'Grüße 😀' AS a, '😀😀' FROM t" -> "SELECT ? AS a, ? FROM t",
    "SELECT a1, 2024_data FROM t3" -> "SELECT a1, 2024_data FROM t3",
    "MERGE INTO a USING b ON a.id = b.id WHEN MATCHED AND b.x > 5 THEN UPDATE SET a.x = 'y'" ->
      "MERGE INTO a USING b ON a.id = b.id WHEN MATCHED AND b.x > ? THEN UPDATE SET a.x = ?",
    "OPTIMIZE t WHERE day = '2020-01-01' ZORDER BY (a)" -> "OPTIMIZE t WHERE day = ? ZORDER BY (a)"
  )

  for ((sql, hidden) <- pairs) test(s"literals of $sql") {
    assert(Literals.masked(sql).contains(hidden))
    assert(Literals.masked(hidden).contains(hidden), "masking is idempotent")
  }

  test("the masked literals are the literals of Spark's parser") {
    val literal = CatalystSqlParser.parseExpression("concat('a -- b', \"/* c\", `d 'e`)").sql
    assert(literal.contains("a -- b"))
    assert(Literals.masked("concat('a -- b', \"/* c\", `d 'e`)").contains("concat(?, ?, `d 'e`)"))
  }

  test("text that Spark cannot tokenize has no masked form") {
    for (text <- Seq("SELECT 'open", "SELECT \u0001 42", "what's that"))
      assert(Literals.masked(text).isEmpty, text)
  }

  test("a statement with 40,000 literals") {
    val rows = (1 to 20000).map(i => s"($i, 'secret $i')").mkString(", ")
    val masked = Literals.masked(s"INSERT INTO t VALUES $rows")
    assert(masked.exists(m => !m.contains("secret") && m.count(_ == '?') == 40000))
  }
}

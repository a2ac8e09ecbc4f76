package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** Statements and plans in descriptions and messages. A text `Zq…` belongs to a sensitive name. */
class ExpressionTextsSuite extends AnyFunSuite {
  private val r = Redactor.default

  private val texts = Vector(
    "'(Zq1 = password)' is not true!",
    "it's [X] Cannot resolve \"(Zq1 = password)\" due to \"(t.password IN (Zq2, Zq3))\" here",
    "SELECT id FROM t WHERE 'Zq1' = password",
    "select id from t where password in ('a', 'Zq1')",
    "  INSERT INTO t (id, password) VALUES (1, 'Zq1')",
    "Table not found; line 1 pos 3;\n'Project ['nope]\n+- Filter (Zq1 = password#12)\n   +- Relation t[id#1,password#12] parquet",
    "cannot resolve;\n'Project ['nope]\n+- 'Filter ('password = Zq1)\n   +- Relation t[id#1,password#12] parquet",
    "cannot resolve;\n'Filter ('Zq1 IN (password#12,Zq2))",
    "Filter password#12 IN (Zq1,Zq2)",
    "Filter (isnotnull(password#12) AND (Zq1 = password#12))",
    "Project [CASE WHEN (password#12 = Zq1) THEN Zq2 END AS x#4]",
    "Filter (password#12 = Zq1 Zq2)",
    "Project [id#1, Zq1 AS password#3]",
    "Filter (concat(Zq1, password#12) = x)",
    "Filter StartsWith(password#12, Zq1)",
    "failed;\n+- Filter (Zq1 = password#12\nZq2)\n   +- Relation t[id#1,password#12] parquet\n\tat a.B.c(B.scala:1)"
  )

  for (t <- texts) test(s"a literal of a sensitive name is masked: $t") {
    val clean = r.text(t)
    assert(!clean.contains("Zq"), clean)
    assert(r.text(clean) == clean)
    for (kept <- Vector("Relation t[id#1,password#12] parquet", "\tat a.B.c(B.scala:1)") if t.contains(kept))
      assert(clean.contains(kept), clean)
  }

  test("text without a literal of a sensitive name is kept") {
    val kept = Vector(
      "Cannot resolve \"max(password)\" in '(a = b)'",
      "Cannot find 'a' in \"b\" for token x",
      "+- Relation t[id#1,password#12] parquet",
      "Filter (a#1 = x)\n+- Relation t[id#1,password#12] parquet",
      "SELECT password FROM t WHERE a = 'x'",
      "Set up the token store, then 'run' it",
      "Job aborted: Task 1 in stage 2 failed (token renewal # 3)"
    )
    for (t <- kept) assert(r.text(t) == t)
  }

  test("a column's name that Spark makes from an expression has no literal of a sensitive name") {
    val names = Vector(
      "(Zq1 = password)",
      "concat(Zq1, password)",
      "coalesce(token, Zq1)",
      "(password IN (Zq1, Zq2))",
      "(password LIKE Zq1)",
      "upper((Zq1 = t.password))"
    )
    for (n <- names) assert(!r.name(n).contains("Zq"), r.name(n))
    for (
      n <- Vector(
        "max(password)",
        "count(DISTINCT token)",
        "password",
        "password_hash",
        "(a = x)",
        "concat(a, b)"
      )
    )
      assert(r.name(n) == n)
  }
}

package io.headwater.redaction

import org.scalacheck.{Gen, Prop}

import io.headwater.PropertyChecks

class RedactorPropertiesSuite extends PropertyChecks {
  private val r = Redactor.default

  private val texts = text(
    "password",
    "token",
    "=",
    ":",
    "'",
    "\"",
    "`",
    "(",
    ")",
    ",",
    " ",
    "\\",
    "--",
    "/*",
    "*/",
    "\n",
    "jdbc:",
    "://",
    "@",
    "?",
    "&",
    "%3D",
    "#12",
    "IN",
    "BETWEEN",
    "AND",
    "CASE",
    "WHEN",
    "END",
    "SELECT",
    "VALUES",
    "AS",
    "x",
    "r'",
    "Bearer ",
    "{",
    "}",
    "->",
    ";"
  )

  property("no text makes the redactor fail") {
    Prop.forAll(texts) { t =>
      Vector(
        r.text(t),
        r.sql(t),
        r.url(t),
        r.bare(t),
        r.name(t),
        r.message(t),
        r.stackTrace(t)
      ).forall(_ != null)
    }
  }

  private def passes: Vector[String => String] = Vector(r.text, r.sql, r.url, r.bare, r.name, r.message)

  property("of text with odd quotes and brackets, further passes may redact more, until nothing changes") {
    Prop.forAll(texts) { t =>
      val open =
        passes.map(pass => Iterator.iterate(t)(pass).slice(5, 7).toVector).filter(_.distinct.size > 1)
      Prop(open.isEmpty) :| open.mkString("\n")
    }
  }

  private val key = Gen.oneOf("password", "db.token", "api_key", "user", "a", "path")
  private val word = Gen.oneOf("Zq1", "x", "12", "a.b", "/data/t", "true", "Zq-2_3")
  private val assignment: Gen[String] = for {
    k <- key
    v <- word
    all <- Gen.oneOf(
      s"$k=$v",
      s"$k: $v",
      s"$k='$v'",
      s""""$k": "$v"""",
      s"""{"$k":{"a":"$v"}}""",
      s"--$k $v",
      s"<$k>$v</$k>",
      s"$k -> $v",
      s"https://u:$v@h:1/p?$k=$v&a=b#c",
      s"jdbc:postgresql://h/db?user=u&$k=$v",
      s"Authorization: Bearer $v",
      s"curl -u u:$v",
      s"$k%3D$v",
      v
    )
  } yield all
  private val assignments = for {
    separator <- Gen.oneOf(", ", " ", "; ", "\n", " AND ")
    all <- few(assignment)
  } yield all.mkString(separator)

  property("a second pass over settings, JSON, XML, URLs and command lines changes nothing") {
    Prop.forAllNoShrink(assignments) { t =>
      val ofText = Vector[String => String](r.text, r.name, r.message, r.stackTrace)
      val twice = ofText.map(pass => pass(t) -> pass(pass(t))).filter { case (once, again) => once != again }
      Prop(twice.isEmpty) :| twice.mkString("\n")
    }
  }

  private val marks =
    text(
      "=",
      ":",
      "'",
      "\"",
      "`",
      "(",
      ")",
      ",",
      " ",
      "\\",
      "--",
      "/*",
      "*/",
      "\n",
      "{",
      "}",
      "[",
      "]",
      "->",
      ";",
      "x"
    )

  property("odd quotes and brackets before an assignment do not hide its value") {
    Prop.forAll(marks) { t =>
      val left = Vector("password=Zq1", "password: Zq1", "\"password\": \"Zq1\"", "{password=Zq1}")
        .map(given => r.text(s"$t\n$given")).filter(_.contains("Zq1"))
      Prop(left.isEmpty) :| left.mkString("\n")
    }
  }

  private val secret = Gen.oneOf("'Zq1'", "r'Zq2'", "'it''s Zq3'", "\"Zq 4\"", "concat('Zq5', 'Zq6')")
  private val column =
    Gen.oneOf("password", "u.token", "`api_key`", "upper(password)", "(db_password)", "concat(token, z)")
  private val other = Gen.oneOf("a", "u.b", "lower(c)", "`d`")
  private val harmless = Gen.oneOf("'keep'", "\"keep\"", "'keep''s'", "concat('keep', e)")

  private def comparison(left: Gen[String], right: Gen[String]): Gen[String] = for {
    l <- left
    r <- right
    all <- Gen.oneOf(
      s"$l = $r",
      s"$r = $l",
      s"$l <> $r",
      s"$r <=> $l",
      s"$l IN ($r, $r)",
      s"$r IN ($l)",
      s"$l NOT LIKE $r",
      s"$l BETWEEN $r AND $r",
      s"$r BETWEEN $l AND $l",
      s"CASE $l WHEN $r THEN 1 ELSE 2 END = 1",
      s"$l IS DISTINCT FROM $r"
    )
  } yield all

  private def condition(depth: Int): Gen[String] =
    if (depth == 0) Gen.oneOf(comparison(column, secret), comparison(other, harmless))
    else
      Gen.oneOf(
        condition(0),
        for {
          a <- condition(depth - 1); b <- condition(depth - 1); op <- Gen.oneOf("AND", "OR")
        } yield s"($a) $op $b",
        condition(depth - 1).map(c => s"NOT ($c)"),
        condition(depth - 1).map(c => s"EXISTS (SELECT 1 FROM t WHERE $c)"),
        condition(depth - 1).map(c => s"CASE WHEN $c THEN 1 END = 1")
      )

  property(
    "literals of sensitive columns are masked, those of others are kept, and a second pass changes nothing"
  ) {
    Prop.forAll(condition(4)) { c =>
      val statement = s"SELECT a FROM t WHERE $c"
      val clean = r.sql(statement)
      def kept(s: String) = "keep".r.findAllIn(s).size
      Prop(!clean.contains("Zq") && kept(clean) == kept(statement) && r.sql(clean) == clean) :| clean
    }
  }
}

package io.headwater.redaction

import org.scalatest.funsuite.AnyFunSuite

/** Where the password ends in a text without quotes: it may contain the characters that end it in another syntax. */
final class PasswordEndsSuite extends AnyFunSuite {
  private val r = Redactor.default
  private val redacted = Redactor.replacement

  test("only the separator of a JDBC URL ends a password") {
    val urls = Vector(
      "jdbc:sqlserver://h:1433;user=u;password=a#PW1;encrypt=true" -> ";encrypt=true",
      "jdbc:sqlserver://h:1433;user=u;password=a&PW1;encrypt=true" -> ";encrypt=true",
      "jdbc:sqlserver://h:1433;user=u; Password = a&PW1;encrypt=true" -> ";encrypt=true",
      "jdbc:postgresql://h/d?user=u&password=a;PW1&ssl=true" -> "&ssl=true",
      "jdbc:postgresql://h/d?user=u&password=a#PW1&ssl=true" -> "&ssl=true",
      "jdbc:netezza://h/d?user=u;password=a&PW1" -> "",
      "jdbc:mysql://(host=h,password=a#PW1)/d" -> ""
    )
    for ((url, rest) <- urls) {
      assert(!r.url(url).contains("PW1") && r.url(url).endsWith(redacted + rest), r.url(url))
      assert(r.url(r.url(url)) == r.url(url))
      assert(!r.text(s"no connection to $url today").contains("PW1"), url)
      assert(!r.sql(s"CREATE VIEW v USING jdbc OPTIONS (url '$url', dbtable 't')").contains("PW1"), url)
      assert(!r.property("spark.x.url", url).contains("PW1"), url)
    }
    assert(r.url("https://h/p?token=PW1#part") == s"https://h/p?token=$redacted#part")
  }

  test("a password of Oracle's driver may have the characters that end a host") {
    val hosts = Vector("@//h:1521/s", "@h:1521:s", "@mydb", "@tcps://h:2484/s")
    for (mark <- Vector("#", "?", ";", "/", "$", "a@b#"); host <- hosts) {
      val url = s"jdbc:oracle:thin:scott/Tiger${mark}PW1$host"
      val clean = s"jdbc:oracle:thin:${host.drop(1)}"
      assert(r.url(url) == clean && r.bare(url) == clean)
      assert(r.text(s"no connection to $url today") == s"no connection to $clean today")
      assert(r.sql(s"CREATE VIEW v USING jdbc OPTIONS (url '$url', dbtable 'T')") ==
        s"CREATE VIEW v USING jdbc OPTIONS (url '$clean', dbtable 'T')")
      assert(r.property("spark.sql.catalog.ora.url", url) == clean)
    }
    val withoutUser = Vector("@//h:1521/s?x=a@b.example", "/@mydb?x=a@b.example")
    for (rest <- withoutUser)
      assert(r.url(s"jdbc:oracle:thin:$rest") == s"jdbc:oracle:thin:${rest.substring(rest.indexOf('@') + 1)}")
  }

  test("a setting that is a JDBC URL may have blanks and quotes in a password") {
    val urls = Vector(
      "jdbc:sqlserver://h;user=sa;password=a PW1;encrypt=true",
      "jdbc:sqlserver://h;user=sa;password={a PW1};encrypt=true",
      "jdbc:sqlserver://h;user=sa;password=a\"PW1;encrypt=true",
      "jdbc:oracle:thin:u/\"a@PW1\"@h:1521:x",
      "jdbc:oracle:thin:u/a PW1@h:1521:x"
    )
    for (url <- urls) assert(!r.property("spark.x.url", url).contains("PW1"), r.property("spark.x.url", url))
  }

  test("a password of a JDBC URL in a text may have blanks and quotes, if its end can be told") {
    val urls = Vector(
      "jdbc:sqlserver://h;user=sa;password=a PW1;encrypt=true x",
      "jdbc:sqlserver://h;user=sa;password=a PW1 PW1;User Id=y x",
      "jdbc:sqlserver://h;user=sa;password={a PW1} x",
      "jdbc:sqlserver://h;user=sa;password={a PW1};encrypt=true x",
      "jdbc:sqlserver://h;user=sa;password='a PW1' x",
      "jdbc:sqlserver://h;user=sa;password=a\"PW1;encrypt=true x",
      "jdbc:sqlserver://h;user=sa;password=it's PW1;encrypt=true x",
      "jdbc:postgresql://h/d?user=u&password=a PW1&ssl=true x",
      "'jdbc:sqlserver://h;user=sa;password=a PW1' x",
      "\"jdbc:sqlserver://h;user=sa;password=a'PW1\" x",
      "{\"url\": \"jdbc:sqlserver://h;password=a PW1\", \"x\": 1} x",
      "jdbc:oracle:thin:u/\"a@PW1\"@//h:1521/s x",
      "'jdbc:oracle:thin:u/\"a@b PW1\"@h:1521:s' x"
    )
    for (url <- urls) {
      val clean = r.text(s"no connection to $url")
      assert(!clean.contains("PW1") && clean.endsWith(" x"), clean)
      assert(r.text(clean) == clean)
    }
  }

  test("what follows a JDBC URL in a text is still read as text") {
    val texts = Vector(
      "'jdbc:sqlserver://h;user=u failed, token: PW1'",
      "jdbc:postgresql://h/d?user=u failed, password: PW1 x;y=z",
      "jdbc:sqlserver://h;password=x;user=u failed, token: PW1;y=z",
      "jdbc:sqlserver://h;password=x\ntoken: PW1;y=z"
    )
    for (text <- texts) assert(!r.text(text).contains("PW1"), r.text(text))
    val url = s"jdbc:sqlserver://h;password=$redacted"
    assert(r.text("jdbc:sqlserver://h;password=x to jdbc:sqlserver://h;password=y") == s"$url to $url")
    assert(r.text("jdbc:sqlserver://h;password=x today") == s"$url today")
    assert(r.text("(\"jdbc:sqlserver://h;password=x\", \"b;c=d\")") == s"""("$url", "b;c=d")""")
  }

  test("a separator ends a value in a text only before the next key") {
    val texts = Vector(
      "Server=h;User Id=u;Password=a&PW1;Database=d",
      "Server=h;User Id=u;Password=a;PW1;Database=d",
      "Server=h;User Id=u;Password=a<PW1;Database=d",
      "Server=h;User Id=u;Password=a>PW1;Database=d"
    )
    for (text <- texts) assert(r.text(text) == s"Server=h;User Id=u;Password=$redacted;Database=d")
    val kept = Vector(
      s"user=u&password=PW1&x=y" -> s"user=u&password=$redacted&x=y",
      "<password>PW1</password>" -> s"<password>$redacted</password>",
      "Password=PW1;User Id=u;x" -> s"Password=$redacted;User Id=u;x",
      "<token=PW1> is wrong" -> s"<token=$redacted> is wrong"
    )
    for ((text, clean) <- kept) assert(r.text(text) == clean)
  }
}

package io.headwater.redaction

import java.lang.management.ManagementFactory

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.RedactionPatterns

/** A long text that makes a careless scanner start again at each position. The CPU time of the thread is bounded, which a
  * busy machine does not change much: linear work takes some tenths of a second, quadratic work minutes; for the longest
  * parts, more than the bound.
  */
class HostileTextSuite extends AnyFunSuite {
  private val size = 500000
  private val maxMillis = 5000L
  private val threads = ManagementFactory.getThreadMXBean

  private val parts = Vector(
    "a=",
    "password",
    "password=",
    "'",
    "@:",
    "password '",
    "-",
    "/*",
    "jdbc:",
    "jdbc:x;password=a ",
    "jdbc:x;password=a b;c=d ",
    ";password=a b",
    "Duplicate entry '",
    "Failing row contains (",
    "Key (a)=(",
    "://",
    "token (",
    " ",
    "a--",
    "{\"password\":",
    "password=a->",
    "x,y=",
    "eyJ",
    ".eyJ",
    "Bearer ",
    "bearer~=",
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY",
    "AKIA",
    "xoxb-",
    "ghp_",
    "/token=",
    "?",
    "s://a:",
    "== SQL",
    "concat(password,'x',",
    "CASE token WHEN 'x' ",
    "password%3D",
    " -u a:",
    "curl -u ",
    " curl -u x",
    "</name><value>",
    "token)=(",
    "token=[\"",
    "aes_encrypt(",
    "aes_encrypt(\n",
    "password = ",
    "(",
    "(password = ",
    "(a = b) ",
    "\nFilter (a = password#1",
    "SELECT 'x' AS a UNION ",
    "a = a, ",
    "\"",
    "\nat ",
    "é=",
    "password /*",
    "password --a\n",
    "password /* */ ",
    "; SET password = ",
    "INSERT INTO t (password) VALUES ('x') ",
    "update ",
    "create or ",
    "\\\"password",
    "password\\",
    "(password,",
    "(\"password\", \"",
    "<password ",
    "name=\"password\" value=\"x",
    "secret key ",
    "Cookie: a; ",
    "password=&a ",
    "-eyJ",
    "%20eyJ",
    "_ghp_"
  )

  private def of(conf: (String, String)*): Redactor =
    RedactionPatterns.read(conf.toMap).fold(p => sys.error(p.line), identity)

  private val scrubs: Vector[(String, String => String)] = {
    val (r, strict) = (Redactor.default, Redactor(withoutLiterals = Some(Some(_))))
    val keys = of("spark.redaction.regex" -> "(?i)(x+x+)+y")
    val text = of("spark.redaction.string.regex" -> "(a|b|ab)*c")
    Vector(
      "text" -> r.text,
      "sql" -> r.sql,
      "url" -> r.url,
      "bare" -> r.bare,
      "name" -> r.name,
      "the user's text pattern" -> text.text,
      "the user's key pattern" -> (keys.property("x" * 40, _)),
      "message" -> strict.message,
      "stack trace" -> strict.stackTrace
    )
  }

  for ((name, scrub) <- scrubs) test(s"half a megabyte takes a bounded time: $name") {
    for (part <- parts) {
      val text = part * (size / part.length)
      val start = threads.getCurrentThreadCpuTime
      scrub(text)
      val took = (threads.getCurrentThreadCpuTime - start) / 1000000
      assert(took < maxMillis, s"$part: $took ms")
    }
  }
}

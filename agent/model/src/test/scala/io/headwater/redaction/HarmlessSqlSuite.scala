package io.headwater.redaction

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, Paths}
import java.util.jar.JarFile

import scala.io.Source
import scala.sys.process._

import org.scalatest.funsuite.AnyFunSuite

/** The TPC-H and TPC-DS queries and the statements of Spark's own SQL tests contain no secrets. What the redactor changes
  * in them is in the resource `redacted-statements.tsv`; `HEADWATER_GOLDEN=rewrite` updates it.
  */
class HarmlessSqlSuite extends AnyFunSuite {
  private val root: Path = Iterator.iterate(Paths.get("").toAbsolutePath)(_.getParent)
    .dropWhile(p => !Files.exists(p.resolve("scripts/jars.tsv"))).next()
  private val expected = root.resolve("agent/model/src/test/resources/redacted-statements.tsv")

  private def statements: Vector[(String, String)] = {
    val jar = new JarFile(Seq(root.resolve("scripts/fetch-jar").toString, "corpus-4.0").!!.trim)
    try {
      val files = Vector.newBuilder[(String, String)]
      jar.stream.filter(e => isCorpus(e.getName)).forEach { e =>
        files += e.getName -> Source.fromInputStream(jar.getInputStream(e), "UTF-8").mkString
      }
      files.result().sortBy(_._1).flatMap { case (file, text) =>
        text.split("(?<=[^\\\\]);").map(file -> _.trim)
      }
    } finally jar.close()
  }

  private def isCorpus(name: String): Boolean =
    name.endsWith(".sql") && Vector(
      "tpch/",
      "tpcds/",
      "tpcds-v2.7.0/",
      "sql-tests/inputs/"
    ).exists(name.startsWith)

  test("harmless statements are unchanged but for a known list") {
    val all = statements
    val changed = all.flatMap { case (file, sql) =>
      val clean = Redactor.default.sql(sql)
      if (clean == sql) None else Some(s"$file\t${clean.replaceAll("\\s+", " ")}")
    }.distinct
    assert(all.size > 5000)
    if (sys.env.get("HEADWATER_GOLDEN").contains("rewrite"))
      Files.write(expected, changed.mkString("", "\n", "\n").getBytes(UTF_8))
    else assert(changed == new String(
      Files.readAllBytes(expected),
      UTF_8
    ).split('\n').filter(_.nonEmpty).toVector)
  }
}

package io.headwater.plan

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

/** One case of a text fixture: a name, the SQL, and the expected lineage.
  *
  * {{{
  * == a filter bears on the rows
  * SELECT a FROM t WHERE b > 1
  * ->
  * reads t
  * a <- t.a IDENTITY
  * rows <- t.b FILTER
  * }}}
  */
final case class Fixture(name: String, sql: String, expected: Vector[String]) {
  def text: String = s"== $name\n${sql.trim}\n->\n${expected.map(_ + "\n").mkString}"
}

object Fixture {
  private val title = "== "
  private val arrow = "->"

  def read(file: Path): Vector[Fixture] =
    lines(file).filterNot(_.startsWith("#")).foldLeft(Vector.empty[Vector[String]]) {
      case (cases, line) if line.startsWith(title) => cases :+ Vector(line)
      case (cases, line) => cases.dropRight(1) ++ cases.lastOption.map(_ :+ line)
    }.map(parse)

  def write(file: Path, fixtures: Vector[Fixture]): Unit = {
    val comments = lines(file).takeWhile(_.startsWith("#")).map(_ + "\n").mkString
    Files.write(file, (comments + fixtures.map(_.text).mkString("\n")).getBytes(UTF_8))
    ()
  }

  private def lines(file: Path): Vector[String] =
    new String(Files.readAllBytes(file), UTF_8).split("\n").toVector

  private def parse(lines: Vector[String]): Fixture = {
    val (sql, expected) = lines.drop(1).span(_ != arrow)
    Fixture(lines(0).stripPrefix(title), sql.mkString("\n"), expected.drop(1).map(_.trim).filter(_.nonEmpty))
  }
}

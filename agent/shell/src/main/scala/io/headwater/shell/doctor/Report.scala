package io.headwater.shell.doctor

import com.fasterxml.jackson.databind.ObjectMapper

import io.headwater.shell.config.Resolved

/** How bad something is. */
sealed abstract class Verdict(val name: String)
object Verdict {
  case object Ok extends Verdict("ok")
  case object Warning extends Verdict("warning")
  case object Problem extends Verdict("problem")
}

/** One thing that was looked at. */
final case class Finding(area: String, verdict: Verdict, text: String) {

  /** With the key that it is about, unless it names it. */
  def under(key: String): Finding = if (text.startsWith(key)) this else copy(text = s"$key: $text")
}

/** All that was found out, as text or as JSON. */
final case class Report(title: String, settings: Vector[Resolved], findings: Vector[Finding]) {

  def isWell: Boolean = count(Verdict.Problem) == 0

  def lines: Vector[String] =
    Vector(
      title,
      ""
    ) ++ section("settings", settings.map(s => Vector(s.key, s.value, s.from)), "none: the defaults hold") ++
      section("checks", findings.map(f => Vector(f.verdict.name, f.area, f.text)), "") :+
      s"${counted(Verdict.Problem)}, ${counted(Verdict.Warning)}"

  def json: String = {
    val out = Report.mapper.createObjectNode().put("title", title).put("ok", isWell)
    val keys = out.putArray("settings")
    settings.foreach(s => keys.addObject().put("key", s.key).put("value", s.value).put("from", s.from))
    val found = out.putArray("findings")
    findings.foreach(f =>
      found.addObject().put("area", f.area).put("verdict", f.verdict.name).put("text", f.text)
    )
    Report.mapper.writerWithDefaultPrettyPrinter().writeValueAsString(out)
  }

  private def counted(verdict: Verdict): String = count(verdict) match {
    case 1 => s"1 ${verdict.name}"
    case n => s"$n ${verdict.name}s"
  }

  private def count(verdict: Verdict): Int = findings.count(_.verdict == verdict)

  /** Columns but the last are as wide as their widest text, up to a bound. */
  private def section(name: String, rows: Vector[Vector[String]], without: String): Vector[String] = {
    val widths = rows.headOption.toVector.flatMap(_.indices.init).map { i =>
      math.min(Report.widest, rows.map(_(i).length).max)
    }
    val lines = rows.map { row =>
      "  " + row.init.zip(widths).map { case (cell, width) =>
        cell.padTo(width, ' ') + "  "
      }.mkString + row.last
    }
    (name +: (if (lines.isEmpty) Vector(s"  $without") else lines)) :+ ""
  }
}

private object Report {
  val mapper = new ObjectMapper
  val widest = 60
}

package io.headwater.shell.doctor

import com.fasterxml.jackson.databind.ObjectMapper

import io.headwater.shell.config.Resolved

/** The severity of a finding. */
sealed abstract class Verdict(val name: String)
object Verdict {
  case object Ok extends Verdict("ok")
  case object Warning extends Verdict("warning")
  case object Problem extends Verdict("problem")
}

/** The result of one check.
  *
  * @param area
  *   the part of the agent that was checked
  */
final case class Finding(area: String, verdict: Verdict, text: String) {

  /** The finding with its key as prefix, unless the text starts with the key. */
  def withKey(key: String): Finding = if (text.startsWith(key)) this else copy(text = s"$key: $text")
}

object Finding {
  def ok(area: String, text: String): Finding = Finding(area, Verdict.Ok, text)
  def warning(area: String, text: String): Finding = Finding(area, Verdict.Warning, text)
  def problem(area: String, text: String): Finding = Finding(area, Verdict.Problem, text)
}

/** The settings and findings, as text or as JSON. */
final case class Report(title: String, settings: Vector[Resolved], findings: Vector[Finding]) {

  def isOk: Boolean = count(Verdict.Problem) == 0

  def lines: Vector[String] =
    Vector(
      title,
      ""
    ) ++ section(
      "settings",
      settings.map(s => Vector(s.key, s.value, s.from)),
      "none: all keys have their defaults"
    ) ++
      section("checks", findings.map(f => Vector(f.verdict.name, f.area, f.text)), "") :+
      s"${plural(Verdict.Problem)}, ${plural(Verdict.Warning)}"

  def json: String = {
    val out = Report.mapper.createObjectNode().put("title", title).put("ok", isOk)
    val keys = out.putArray("settings")
    settings.foreach(s => keys.addObject().put("key", s.key).put("value", s.value).put("from", s.from))
    val entries = out.putArray("findings")
    findings.foreach(f =>
      entries.addObject().put("area", f.area).put("verdict", f.verdict.name).put("text", f.text)
    )
    Report.mapper.writerWithDefaultPrettyPrinter().writeValueAsString(out)
  }

  private def plural(verdict: Verdict): String = count(verdict) match {
    case 1 => s"1 ${verdict.name}"
    case n => s"$n ${verdict.name}s"
  }

  private def count(verdict: Verdict): Int = findings.count(_.verdict == verdict)

  /** A table with a title. All columns but the last have the width of their longest text, up to a maximum. */
  private def section(name: String, rows: Vector[Vector[String]], ifEmpty: String): Vector[String] = {
    val widths = rows.headOption.toVector.flatMap(_.indices.init).map { i =>
      math.min(Report.maxWidth, rows.map(_(i).length).max)
    }
    val lines = rows.map { row =>
      "  " + row.init.zip(widths).map { case (cell, width) =>
        cell.padTo(width, ' ') + "  "
      }.mkString + row.last
    }
    (name +: (if (lines.isEmpty) Vector(s"  $ifEmpty") else lines)) :+ ""
  }
}

private object Report {
  val mapper = new ObjectMapper
  val maxWidth = 60
}

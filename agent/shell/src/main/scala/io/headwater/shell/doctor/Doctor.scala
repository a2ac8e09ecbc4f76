package io.headwater.shell.doctor

import java.io.{InputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Paths

import scala.util.{Failure, Success}

import com.fasterxml.jackson.databind.ObjectMapper
import org.apache.spark.SPARK_VERSION

import io.headwater.shell.config.{ConfigReport, Sources}
import io.headwater.shell.logging.Version
import io.headwater.util.Deadline

/** `headwater doctor`: looks at a configuration as an application would, in a JVM with Spark's jars and without Spark. What is asked
  * comes on standard input, so that no secret is in a command line.
  *
  * {{{{"conf": {"spark.openlineage.url": "…"}, "properties": "/etc/spark/spark-defaults.conf", "send": false, "json": false}}}}
  */
object Doctor {

  def main(arguments: Array[String]): Unit =
    Deadline.caught(run(System.in, System.out)) match {
      case Success(code) => sys.exit(code)
      case Failure(e) =>
        System.err.println(s"headwater: the doctor has failed: $e")
        sys.exit(1)
    }

  private def run(in: InputStream, out: PrintStream): Int = {
    val request = new ObjectMapper().readTree(in)
    val asked = DoctorArgs.of(request)
    val report = examine(asked)
    val text = if (request.path("json").asBoolean) report.json else report.lines.mkString("\n")
    new PrintStream(out, true, UTF_8.name).println(text)
    if (report.isWell) 0 else 1
  }

  def examine(asked: DoctorArgs): Report = {
    val here = Paths.get(System.getProperty("user.dir"))
    val home = Paths.get(System.getProperty("user.home"))
    val examined = ConfigReport.of(Sources(asked.conf, asked.named, asked.env, here, home))
    val problems = examined.problems.map(p => Finding("configuration", Verdict.Problem, p.line))
    val checked = examined.config.toVector.flatMap { config =>
      val warnings = config.warnings.map(Finding("configuration", Verdict.Warning, _))
      val disabled = if (config.disabled)
        Vector(Finding("configuration", Verdict.Warning, "the agent is turned off"))
      else Vector.empty
      warnings ++ disabled ++ new Checks(config, asked, here).all
    }
    val configuration =
      if (problems.isEmpty) Vector(Finding("configuration", Verdict.Ok, "every value can be used"))
      else problems
    val title =
      s"Headwater ${Version.current} on Spark $SPARK_VERSION, Scala ${util.Properties.versionNumberString}"
    Report(title, examined.settings, configuration ++ checked)
  }
}

package io.headwater.shell.doctor

import java.io.{InputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8

import scala.util.{Failure, Success}

import com.fasterxml.jackson.databind.ObjectMapper
import org.apache.spark.SPARK_VERSION

import io.headwater.redaction.{BoundedRedaction, Redactor}
import io.headwater.shell.config.{ConfigReport, Sources, Version}
import io.headwater.shell.environment.WorkingDirectory
import io.headwater.util.Attempts

/** `headwater doctor`: checks a configuration as an application would read it. Runs in a JVM with Spark's jars, but starts
  * no Spark. The request is JSON on standard input, so that no secret is in a command line.
  *
  * {{{{"conf": {"spark.openlineage.url": "…"}, "properties": "/etc/spark/spark-defaults.conf", "send": false, "json": false}}}}
  */
object Doctor {
  private[doctor] val area = "configuration"

  def main(arguments: Array[String]): Unit =
    Attempts.caught(run(System.in, System.out)) match {
      case Success(code) => sys.exit(code)
      case Failure(e) =>
        System.err.println(failed(e))
        sys.exit(1)
    }

  /** The text of an exception may hold what the configuration or a backend has. */
  private[doctor] def failed(cause: Throwable): String =
    s"headwater: the doctor failed: ${BoundedRedaction.message(cause.toString)(Redactor.default.message)}"

  private def run(in: InputStream, out: PrintStream): Int = {
    val request = new ObjectMapper().readTree(in)
    val args = DoctorArgs.of(request)
    NetworkProperties.set(args.conf)
    val report = examine(args)
    val text = if (request.path("json").asBoolean) report.json else report.lines.mkString("\n")
    new PrintStream(out, true, UTF_8.name).println(text)
    if (report.isOk) 0 else 1
  }

  def examine(args: DoctorArgs): Report = {
    val workDir = WorkingDirectory.current
    val config = ConfigReport.of(Sources(args.conf, args.sourceOf, args.env, workDir, WorkingDirectory.home))
    val problems = config.problems.map(p => Finding.problem(area, p.line))
    val checks = config.config.toVector.flatMap { valid =>
      val warnings = valid.warnings.map(Finding.warning(area, _))
      val disabled =
        if (valid.disabled) Vector(Finding.warning(area, "the agent is turned off")) else Vector.empty
      warnings ++ disabled ++ new Checks(valid, args, workDir).all
    }
    val isValid = !(problems ++ checks).exists(f => f.area == area && f.verdict == Verdict.Problem)
    val configuration = if (isValid) Vector(Finding.ok(area, "all values are valid")) else problems
    val title =
      s"Headwater ${Version.current} on Spark $SPARK_VERSION, Scala ${util.Properties.versionNumberString}"
    Report(title, config.settings, configuration ++ checks)
  }
}

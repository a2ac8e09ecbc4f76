package io.headwater.shell.doctor

import java.io.InputStreamReader
import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration

import scala.util.{Failure, Success, Try}

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.redaction.Redactor
import io.headwater.shell.config.{ConfigKey, PythonConfig}
import io.headwater.shell.extensions.python.peers.{HostProcess, PythonInterpreter}
import io.headwater.shell.extensions.snapshot.ExtensionPattern
import io.headwater.shell.json.Json
import io.headwater.util.{Attempts, BoundedLines, Deadline}

/** Checks the extensions in Python: starts the process in which the agent would run them, and lets it load them. None is
  * called, but those that have `setup` are set up, and closed again.
  */
private[doctor] final class ExtensionChecks(config: PythonConfig, args: DoctorArgs, redactor: Redactor) {
  import ExtensionChecks._

  private val interpreter = PythonInterpreter.interpreter(config, args.conf.get, args.env.get)

  /** The interpreter, as it is printed. */
  private val printed = redactor.text(interpreter)

  def all: Vector[Finding] =
    if (!config.needsHost)
      Finding.ok(area, "no Python extensions are configured") +: required(Vector.empty).toVector
    else output match {
      case Success((code, last)) => Json.parse(last).map(loaded).getOrElse(Vector(Finding.problem(
          area,
          s"$printed cannot run the package headwater (exit code $code: ${redactor.text(last)}); install it there, " +
            "or set python.exec"
        )))
      case Failure(e) if Deadline.isTimeout(e) =>
        Vector(Finding.problem(
          area,
          s"$printed has not loaded the extensions within ${limit.getSeconds} s; a module may wait for something " +
            "when it is imported"
        ))
      case Failure(e) =>
        Vector(Finding.problem(
          area,
          s"$printed does not start (${redactor.text(String.valueOf(e.getMessage))}); set python.exec"
        ))
    }

  private def loaded(report: JsonNode): Vector[Finding] = {
    val extensions = Json.items(report.path("extensions"))
    val failed = extensions.filter(Json.text(_, "status") == "failed").map { one =>
      val problem = redactor.text(Json.text(one, "problem"))
      Finding.problem(area, s"${Json.text(one, "name")} was not loaded: $problem")
    }
    val names = extensions.filter(Json.text(_, "status") == "loaded").map(Json.text(_, "name"))
    val found =
      if (names.nonEmpty) Finding.ok(area, s"$printed has loaded ${names.mkString(", ")}") +: failed
      else if (failed.nonEmpty) failed
      else Vector(Finding.warning(area, s"$printed finds no extension to load"))
    found ++ required(names)
  }

  /** A required extension that is not there keeps each event back. */
  private def required(loaded: Vector[String]): Option[Finding] = {
    val missing = config.required.filterNot(r => loaded.exists(ExtensionPattern(r).matches))
    if (missing.isEmpty) None
    else Some(Finding.warning(
      area,
      s"${ConfigKey.prefix}python.required names ${missing.mkString(", ")}, which is not among the loaded extensions: " +
        "no event is sent, unless a program registers it; name it in python.extensions, too, as package.module:name"
    ))
  }

  /** The exit code of the process, and the last line that it has printed. */
  private def output: Try[(Int, String)] = {
    val path = PythonInterpreter.pythonPath(args.conf.getOrElse("spark.submit.pyFiles", ""))
    Attempts.caught(HostProcess.builder(interpreter, path).redirectErrorStream(true).start()).flatMap {
      process =>
        try Deadline.within("headwater-doctor", limit) {
            // A process that has ended already tells the reason in its output.
            Attempts.caught(HostProcess.send(process, HostProcess.settings(config).put("check", true)))
            val last = lastLine(process)
            process.waitFor() -> last
          }
        finally { process.destroyForcibly(); () }
    }
  }

  private def lastLine(process: Process): String = {
    val text = new InputStreamReader(process.getInputStream, UTF_8) // replaces what is no UTF-8
    var last = ""
    new BoundedLines(text, ExtensionChecks.maxLineLength).foreach(line => if (line.nonEmpty) last = line)
    last
  }
}

private object ExtensionChecks {
  private val area = "python"
  private val maxLineLength = 1 << 16
  private val limit = Duration.ofSeconds(30)
}

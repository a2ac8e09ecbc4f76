package io.headwater.shell.doctor

import java.io.File
import java.nio.file.{Files, Path}
import java.time.{Duration, Instant}
import java.util.UUID

import scala.util.{Failure, Success}

import org.apache.spark.SPARK_VERSION

import io.headwater.emit.spool.{SpoolMode, SpoolRoot}
import io.headwater.emit.transport.Reachability.{CheckResult, Failed, Invalid, Missing, Passed, Warning}
import io.headwater.emit.transport.config.TransportOptions
import io.headwater.emit.transport.{EventTransport, OutputLocation, Reachability}
import io.headwater.emit.{Emitter, Emitters}
import io.headwater.model.{Application, EventType, JobId, JobType, Parent, RunEvent, RunRef}
import io.headwater.shell.config.{AgentConfig, ConfigKey}
import io.headwater.shell.meters.Registries
import io.headwater.util.Attempts

/** Checks whether an application with this configuration would work.
  *
  * @param workDir
  *   the directory of relative paths
  */
private[doctor] final class Checks(config: AgentConfig, args: DoctorArgs, workDir: Path) {
  import Checks._

  def all: Vector[Finding] =
    SparkChecks.all(args) ++ new PublicSecrets(args.conf, config.redactor).warning ++ transport ++
      (if (args.send) Vector(send) else Vector.empty) ++ spool ++
      new ExtensionChecks(config.python, args, config.redactor).all ++ metrics

  private def finding(area: String, result: CheckResult): Finding = result match {
    case Passed(text) => Finding.ok(area, text)
    case Warning(text) => Finding.warning(area, text)
    case Failed(text) => Finding.problem(area, text)
    case Invalid(text) => Finding.problem(Doctor.area, text)
    case Missing(text, isKnown) if args.conf.get(packages).forall(_.trim.isEmpty) =>
      Finding.problem(if (isKnown) area else Doctor.area, text)
    case Missing(text, _) =>
      Finding.warning(area, s"$text (unless $packages brings it, which is not read here)")
  }

  private def transport: Vector[Finding] = config.transport match {
    case None =>
      Vector(Finding.warning(
        "transport",
        s"no transport is configured: events go to files below ${OutputLocation.folder}/; set transport.type"
      ))
    case Some(section) if TransportOptions.kind(section).contains("python") =>
      Vector(pythonTransport)
    case Some(section) =>
      new Reachability(config.redactor, workDir).of(s"${ConfigKey.prefix}transport", section)
        .map { case (key, result) => finding("transport", result).withKey(key) }
  }

  private def pythonTransport: Finding =
    if (config.python.needsHost)
      Finding.ok(
        "transport",
        "events go to the transports in Python; see below which load"
      )
    else Finding.warning(
      "transport",
      s"${ConfigKey.prefix}transport.type is python, but no extension is configured, so events go nowhere; name " +
        s"a transport in ${ConfigKey.prefix}python.extensions, unless a program registers one"
    )

  /** Sends an application and one query, two runs of two events each and without datasets, through the agent's own
    * transport. Some backends reject only runs that have a parent.
    */
  private def send: Finding = {
    val output = OutputLocation("doctor", workDir)
    Emitters.open(config.eventSettings, config.redactor, config.transport, output, EventTransport.nowhere)
      .fold(problem => Finding.problem("send", problem.line), send)
  }

  private def send(emitter: Emitter): Finding = {
    val run = RunRef(UUID.randomUUID, JobId(config.application.namespace, "headwater.doctor"))
    val query = RunRef(UUID.randomUUID, JobId(config.application.namespace, "headwater.doctor.query"))
    val application = Application("doctor", "headwater doctor", SPARK_VERSION, "none")
    def ofRun(kind: EventType) = RunEvent(kind, Instant.now, run, JobType.application, application)
    def ofQuery(kind: EventType) =
      RunEvent(kind, Instant.now, query, JobType.sql, application, parent = Some(Parent(run, run)))
    val events = Vector(EventType.Start, EventType.Complete)
    val sent = Attempts.caught {
      emitter.emit(ofRun(events.head))
      events.foreach(kind => emitter.emit(ofQuery(kind)))
      emitter.emit(ofRun(events.last))
    }
    emitter.close(closeTimeout)
    sent match {
      case Success(_) =>
        Finding.ok("send", s"run ${run.runId} of job ${run.job.name} was sent to ${emitter.description}")
      case Failure(e) => Finding.problem("send", config.redactor.text(s"not sent: ${e.getMessage}"))
    }
  }

  private def metrics: Vector[Finding] =
    config.metrics.section.flatMap(Registries.missingLibrary).map(Finding.problem("metrics", _)).toVector

  private def spool: Vector[Finding] = {
    val root = config.spool.root
    if (config.spool.mode == SpoolMode.Off)
      Vector(Finding.warning("spool", "spool.mode is off: waiting events are lost when the driver ends"))
    else {
      val content = Reachability.writable(root.resolve("lock")) match {
        case failed: Failed => finding("spool", failed)
        case _ if Files.isDirectory(root) =>
          SpoolRoot.problem(root).fold(waitingEvents(root))(why => finding("spool", Failed(why)))
        case _ => waitingEvents(root)
      }
      content +: freeSpace(root).toVector
    }
  }

  private def waitingEvents(root: Path): Finding =
    files(root.toFile).count(dir => files(dir).exists(_.getName.endsWith(".seg"))) match {
      case 0 => Finding.ok("spool", s"$root contains no events")
      case n => Finding.warning(
          "spool",
          s"$root contains events of $n applications; headwater spool status $root lists them"
        )
    }

  private def freeSpace(root: Path): Option[Finding] =
    Reachability.existing(root).flatMap(p => Attempts.caught(Files.getFileStore(p).getUsableSpace).toOption)
      .filter(_ < config.spool.maxBytes).map { free =>
        Finding.warning(
          "spool",
          s"$root has ${free / megabyte} MB of free space, less than spool.maxBytes; free some space, or set another spool.dir"
        )
      }
}

private object Checks {
  private val megabyte = 1000000L
  private val closeTimeout = Duration.ofSeconds(5)

  private val packages = "spark.jars.packages"

  private def files(folder: File): Vector[File] =
    Option(folder.listFiles).fold(Vector.empty[File])(_.toVector)
}

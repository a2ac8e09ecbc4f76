package io.headwater.shell.doctor

import java.io.File
import java.nio.file.{Files, Path}
import java.time.{Duration, Instant}
import java.util.UUID

import scala.util.{Failure, Success}

import org.apache.spark.SPARK_VERSION

import io.headwater.emit.Emitters
import io.headwater.emit.facets.EventSettings
import io.headwater.emit.spool.SpoolMode
import io.headwater.emit.transport.Reachability.{Doubtful, Found, Ill, Well}
import io.headwater.emit.transport.{EventTransport, OutputLocation, Reachability}
import io.headwater.model.{Application, EventType, JobId, JobType, RunEvent, RunRef}
import io.headwater.shell.config.{AgentConfig, ConfigKeys}
import io.headwater.shell.environment.Shims
import io.headwater.shell.extensions.python.peers.PythonInterpreter
import io.headwater.shell.listener.BuiltFor
import io.headwater.shell.logging.Version
import io.headwater.shell.meters.Registries
import io.headwater.util.Deadline

/** What an application with this configuration would meet. */
private[doctor] final class Checks(config: AgentConfig, asked: DoctorArgs, here: Path) {
  import Checks._

  def all: Vector[Finding] =
    spark ++ transport ++ (if (asked.send) sent else Vector.empty) ++ spool ++ python ++ metrics

  private def spark: Vector[Finding] = {
    val scala = util.Properties.versionNumberString
    val own = if (scala.startsWith(s"${BuiltFor.scala}."))
      Well(s"the jar is for Spark's Scala, ${BuiltFor.scala}")
    else Ill(
      s"this jar is for Scala ${BuiltFor.scala}, Spark's is $scala; take headwater-agent_${scala.split('.').take(2).mkString(".")}.jar"
    )
    val version = Shims.of(SPARK_VERSION).left.toOption.map(Ill(_))
    (Vector(own) ++ version ++ listener ++ jars).map(finding("spark", _))
  }

  /** Only where it is Spark's own configuration that is looked at. */
  private def listener: Option[Found] = {
    val named = asked.conf.get("spark.extraListeners").exists(_.split(',').exists(_.trim == listenerClass))
    if (named) Some(Well("spark.extraListeners names the listener"))
    else Some(Doubtful(
      s"spark.extraListeners does not name $listenerClass; add it, unless headwater submit or headwater.configure() does"
    ))
  }

  private def jars: Vector[Found] = {
    def listed(key: String, separator: String): Vector[String] =
      asked.conf.get(key).toVector.flatMap(_.split(separator)).map(_.trim).filter(_.nonEmpty)
    val files = listed("spark.jars", "[,:]") ++ listed("spark.driver.extraClassPath", "[,:]")
    val names = files.map(f => f -> f.substring(f.lastIndexOf('/') + 1))
    val published = names.filter(_._2.startsWith("openlineage-spark")).map(_._1) ++
      listed("spark.jars.packages", ",").filter(_.startsWith("io.openlineage:openlineage-spark"))
    val others = names.collect {
      case (file, name)
          if name.startsWith("headwater-agent_") && !name.startsWith(s"headwater-agent_${BuiltFor.scala}") =>
        file
    }
    published.map(p =>
      Ill(s"$p is the published agent: it and Headwater have classes of the same names; remove it")
    ) ++ others.map(o =>
      Ill(s"$o is for another Scala than Spark's; take headwater-agent_${BuiltFor.scala}.jar")
    )
  }

  private def transport: Vector[Finding] = config.transport match {
    case None =>
      Vector(finding(
        "transport",
        Doubtful("none is set: events go to files below headwater-events/; set transport.type")
      ))
    case Some(section) =>
      new Reachability(config.redactor, here).of(s"${ConfigKeys.prefix}transport", section)
        .map { case (at, found) => finding("transport", found).under(at) }
  }

  /** A run that does nothing, through the agent's own transport. */
  private def sent: Vector[Finding] = {
    val settings = EventSettings(Version.current, config.disabledFacets, declared = config.declared)
    val run = RunRef(UUID.randomUUID, JobId(config.namespace, "headwater.doctor"))
    val app = Application("doctor", "headwater doctor", SPARK_VERSION, "none")
    def event(kind: EventType) = RunEvent(kind, Instant.now, run, JobType.application, app)
    Emitters.open(
      settings,
      config.redactor,
      config.transport,
      OutputLocation("doctor", here),
      EventTransport.nowhere
    )
      .fold(
        p => Vector(finding("send", Ill(p.line))),
        emitter => {
          val tried =
            Deadline.caught(Vector(EventType.Start, EventType.Complete).foreach(k => emitter.emit(event(k))))
          emitter.close(Duration.ofSeconds(5))
          Vector(finding(
            "send",
            tried match {
              case Success(_) =>
                Well(s"run ${run.runId} of job ${run.job.name} was taken by ${emitter.description}")
              case Failure(e) => Ill(config.redactor.text(s"not taken: ${e.getMessage}"))
            }
          ))
        }
      )
  }

  private def metrics: Vector[Finding] =
    config.metrics.flatMap(Registries.absent).map(what => finding("metrics", Ill(what))).toVector

  private def spool: Vector[Finding] = {
    val (settings, root) = (config.spool, config.spool.root)
    if (settings.mode == SpoolMode.Off)
      Vector(finding("spool", Doubtful("spool.mode is off: what waits is lost with the driver")))
    else {
      val waiting =
        listed(root.toFile).count(d => listed(d).exists(_.getName.endsWith(".seg")))
      val free = Reachability.existing(root).flatMap(p =>
        Deadline.caught(Files.getFileStore(p).getUsableSpace).toOption
      ).getOrElse(Long.MaxValue)
      val written = Reachability.folder(root.resolve("lock"))
      val room = if (free >= settings.maxBytes) None
      else Some(Doubtful(
        s"$root has ${free / mega} MB left, less than spool.maxBytes; make room, or name another spool.dir"
      ))
      val left = if (waiting == 0) Well(s"$root holds nothing")
      else
        Doubtful(s"$root holds what $waiting applications have left; headwater spool status $root shows it")
      val found = written match { case ill: Ill => Vector(ill); case _ => Vector(left) }
      (found ++ room).map(finding("spool", _))
    }
  }

  private def python: Vector[Finding] =
    if (config.python.extensions.isEmpty && !config.python.discover)
      Vector(finding("python", Well("no extensions in Python are configured")))
    else {
      val interpreter = PythonInterpreter.interpreter(config.python, asked.conf.get, asked.env.get)
      val ran = Deadline.caught(
        new ProcessBuilder(interpreter, "-c", "import headwater.host").redirectErrorStream(true).start()
      ).flatMap { process =>
        try Deadline.within("headwater-doctor", patience)(ended(process))
        finally { process.destroyForcibly(); () }
      }
      Vector(finding(
        "python",
        ran match {
          case Success((0, _)) =>
            Well(s"$interpreter has the package headwater; headwater extensions list loads the extensions")
          case Success((_, said)) =>
            Ill(
              s"$interpreter cannot import headwater (${config.redactor.text(said)}); install it there, or set python.exec"
            )
          case Failure(e) => Ill(s"$interpreter does not start (${e.getMessage}); set python.exec")
        }
      ))
    }
}

private object Checks {
  private val listenerClass = "io.openlineage.spark.agent.OpenLineageSparkListener"
  private val mega = 1000000L
  private val patience = Duration.ofSeconds(30)

  private def finding(area: String, found: Found): Finding = found match {
    case Well(text) => Finding(area, Verdict.Ok, text)
    case Doubtful(text) => Finding(area, Verdict.Warning, text)
    case Ill(text) => Finding(area, Verdict.Problem, text)
  }

  /** Its exit code, and the last line that it has said. */
  private def ended(process: Process): (Int, String) = {
    process.getOutputStream.close()
    val lines = scala.io.Source.fromInputStream(process.getInputStream).getLines()
    val last = lines.foldLeft("")((_, line) => line)
    (process.waitFor(), last)
  }

  private def listed(folder: File): Vector[File] =
    Option(folder.listFiles).fold(Vector.empty[File])(_.toVector)
}

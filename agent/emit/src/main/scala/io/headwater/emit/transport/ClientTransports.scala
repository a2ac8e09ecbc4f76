package io.headwater.emit.transport

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.{ServiceLoader, UUID}

import scala.util.Try

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.transport.config.{
  ClientConfig,
  ConfigErrors,
  CredentialRedactor,
  HttpSettings,
  KafkaSettings,
  TransportOptions
}
import io.headwater.redaction.Redactor
import io.headwater.util.Deadline
import io.openlineage.client.transports.{
  HttpConfig,
  KafkaConfig,
  Transport,
  TransportBuilder,
  TransportConfig,
  TransportFactory
}

/** Transports of openlineage-java and of those who extend it. `http` and `kafka` go over clients of our own. */
private[transport] final class ClientTransports(redactor: Redactor) {
  import ClientTransports._
  import ConfigTree.Branch

  private val mistakes = new ConfigErrors(redactor)

  def build(at: String, kind: String, section: Branch): Either[ConfigProblem, EventTransport] =
    for {
      _ <- if (types.contains(kind)) Right(()) else Left(absent(at, kind))
      make <- maker(at, kind, section)
      built = Deadline.within("headwater-setup", longestSetup)(make())
      first <- built.toEither.left.map(mistakes.explained(at, kind, section, _))
    } yield new ClientTransportAdapter(
      description(kind, section),
      identity(kind, section),
      kind == "console",
      make,
      first,
      deadline(kind, section),
      CredentialRedactor(section, redactor)
    )

  private def maker(at: String, kind: String, section: Branch): Either[ConfigProblem, () => Transport] =
    kind match {
      case "http" =>
        HttpSettings.read(at, section, redactor).map { s =>
          made(kind, s.settings) { case http: HttpConfig => HttpClientFactory.transport(http, s.tls) }
        }
      case "kafka" =>
        KafkaSettings.read(at, section, redactor).map(made(kind, _) { case kafka: KafkaConfig =>
          KafkaEventTransport.transport(kafka)
        })
      case _ => Right(made(kind, section)(PartialFunction.empty))
    }

  private def made(kind: String, section: Branch)(ours: PartialFunction[TransportConfig, Transport]) =
    () => ours.applyOrElse(config(kind, section), new TransportFactory(_: TransportConfig).build())

  private def config(kind: String, section: Branch): TransportConfig =
    ClientConfig.transport(Branch(section.children + ("type" -> ConfigTree.Leaf(kind))))

  private def absent(at: String, kind: String): ConfigProblem = {
    val fix = TransportOptions.artifact(kind) match {
      case Some(artifact) =>
        s"is not on the driver's class path; add io.openlineage:$artifact, and what it depends on, to --jars or --packages"
      case None => s"unknown transport; use one of $known"
    }
    ConfigProblem.of(s"$at.type", kind, fix, redactor)
  }

  private def deadline(kind: String, section: Branch): Duration = {
    def millis(tree: ConfigTree, key: String) = tree match {
      case b: Branch => b.text(key).flatMap(v => Try(v.trim.toLong).toOption).filter(_ > 0)
      case _ => None
    }
    val properties = section.get("properties").getOrElse(ConfigTree.empty)
    kind match {
      case "http" => Duration.ofMillis(millis(section, "timeoutInMillis").getOrElse(5000L))
      case "kafka" =>
        val longest = KafkaSettings.waits.flatMap(millis(properties, _)).foldLeft(10000L)(math.max)
        Duration.ofMillis(longest + 5000L)
      case _ => longestTry
    }
  }

  private def description(kind: String, section: Branch): String = kind match {
    case "http" =>
      val endpoint = section.text("endpoint").getOrElse("").takeWhile(_ != '?')
      s"http ${redactor.bare(section.text("url").getOrElse(""))}$endpoint"
    case "kafka" => s"kafka topic ${section.text("topicName").getOrElse("")}"
    case other => other
  }

  /** An address says all; of other transports, whatever is no secret. */
  private def identity(kind: String, section: Branch): String = kind match {
    case "http" => description(kind, section)
    case "kafka" => KafkaSettings.address(section)
    case other =>
      val said = leaves(section, "").sorted.mkString("\n").getBytes(UTF_8)
      s"$other #${UUID.nameUUIDFromBytes(said).toString.take(8)}"
  }

  private def leaves(tree: ConfigTree, at: String): Vector[String] = tree match {
    case ConfigTree.Leaf(v) => Vector(s"$at=$v")
    case ConfigTree.Items(all) => all.flatMap(leaves(_, at))
    case Branch(c) => c.toVector.flatMap { case (k, t) =>
        if (redactor.isSensitive(k)) None else leaves(t, s"$at.$k")
      }
  }
}

private[transport] object ClientTransports {
  private val builtIn = Vector("console", "http", "file", "kafka", "composite", "transform")

  /** A cloud's client may ask the network who it is. */
  private val longestSetup = Duration.ofSeconds(30)
  private val longestTry = Duration.ofSeconds(10)

  /** What is on the class path; a provider that cannot be loaded does not hide the others. */
  private def types: Vector[String] = {
    val all = ServiceLoader.load(classOf[TransportBuilder]).iterator
    def step: Option[Option[String]] =
      Deadline.caught(
        if (all.hasNext) Some(Some(all.next().getType.toLowerCase)) else None
      ).getOrElse(Some(None))
    val found = Iterator.continually(step).take(100).takeWhile(_.isDefined).flatten.flatten.toVector
    (builtIn ++ found).distinct
  }

  def known: String = types.mkString(", ")
}

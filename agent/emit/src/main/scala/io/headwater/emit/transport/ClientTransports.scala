package io.headwater.emit.transport

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.Locale.ROOT
import java.util.{ServiceLoader, UUID}

import scala.util.Try

import io.headwater.config.{ConfigProblem, ConfigTree}
import io.headwater.emit.transport.config.{
  ClientConfig,
  ConfigErrors,
  CredentialRedactor,
  HttpIdentity,
  HttpSettings,
  KafkaSettings,
  TransportOptions
}
import io.headwater.redaction.Redactor
import io.headwater.util.{Attempts, Deadline}
import io.openlineage.client.transports.{
  HttpConfig,
  KafkaConfig,
  TransportBuilder,
  TransportConfig,
  TransportFactory
}

/** Builds the transports of openlineage-java and those that are found through `ServiceLoader`. `http` and `kafka` use
  * the agent's own clients.
  */
private[transport] final class ClientTransports(redactor: Redactor) {
  import ClientTransports._
  import ConfigTree.Branch

  private val errors = new ConfigErrors(redactor)

  def build(at: String, kind: String, section: Branch): Either[ConfigProblem, EventTransport] =
    for {
      _ <- notFound(at, kind, redactor).toLeft(())
      build <- builder(at, kind, section)
      built = Deadline.within("headwater-setup", setupTimeout)(build())
      first <- built.toEither.left.map(errors.problem(at, kind, section, _))
    } yield new ClientTransportAdapter(
      description(kind, section),
      identity(kind, section),
      description(kind, section),
      kind == "console",
      build,
      first,
      deadline(kind, section),
      CredentialRedactor(section, redactor)
    )

  /** The first option that the transport cannot read, so that `build` fails. The transport itself is not built. */
  def invalid(at: String, kind: String, section: Branch): Option[ConfigProblem] = {
    def settings = kind match {
      case "http" => HttpSettings.read(at, section, redactor).map(_.settings)
      case "kafka" => KafkaSettings.read(at, section, redactor)
      case _ => Right(section)
    }
    def read(options: Branch) =
      Deadline.within("headwater-setup", setupTimeout)(config(kind, options)).toEither.left
        .map(errors.problem(at, kind, section, _))
    settings.flatMap(read).left.toOption
  }

  private def builder(at: String, kind: String, section: Branch): Either[ConfigProblem, () => EventClient] =
    kind match {
      case "http" =>
        HttpSettings.read(at, section, redactor).map { s =>
          client(kind, s.settings) { case http: HttpConfig => HttpClientFactory.events(http, s) }
        }
      case "kafka" =>
        KafkaSettings.read(at, section, redactor).map(client(kind, _) { case kafka: KafkaConfig =>
          KafkaEventClient.of(kafka)
        })
      case _ => Right(client(kind, section)(PartialFunction.empty))
    }

  private def client(kind: String, section: Branch)(own: PartialFunction[TransportConfig, EventClient]) = {
    def other(config: TransportConfig) = new TransportClient(new TransportFactory(config).build())
    () => own.applyOrElse(config(kind, section), other)
  }

  private def config(kind: String, section: Branch): TransportConfig =
    ClientConfig.transport(Branch(defaults(kind) ++ section.children + ("type" -> ConfigTree.Leaf(kind))))

  private def deadline(kind: String, section: Branch): Duration = {
    def millis(tree: ConfigTree, key: String) = tree match {
      case b: Branch => b.text(key).flatMap(v => Try(v.trim.toLong).toOption).filter(_ > 0)
      case _ => None
    }
    val properties = section.get("properties").getOrElse(ConfigTree.empty)
    kind match {
      case "http" => Duration.ofMillis(millis(
          section,
          "timeoutInMillis"
        ).getOrElse(TransportOptions.httpTimeoutMillis.toLong))
      case "kafka" =>
        val timeout = KafkaSettings.sendTimeouts.flatMap(millis(properties, _))
          .foldLeft(KafkaSettings.defaultTimeoutMillis.toLong)(math.max)
        Duration.ofMillis(timeout + 5000L)
      case _ => sendTimeout
    }
  }

  private def description(kind: String, section: Branch): String = kind match {
    case "http" =>
      val endpoint = section.text("endpoint").getOrElse("").takeWhile(_ != '?')
      s"http ${redactor.bare(section.text("url").getOrElse(""))}$endpoint"
    case "kafka" => s"kafka topic ${section.text("topicName").getOrElse("")}"
    case other => other
  }

  /** The address of the destination and what tells its tenants apart; for other transports, a hash of all options that
    * are not secret.
    */
  private def identity(kind: String, section: Branch): String = kind match {
    case "http" => HttpIdentity.of(section, redactor)
    case "kafka" => KafkaSettings.address(section)
    case other =>
      val options = leaves(section, "").sorted.mkString("\n").getBytes(UTF_8)
      s"$other #${UUID.nameUUIDFromBytes(options).toString.take(8)}"
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

  /** The client of a cloud may request its credentials over the network. */
  private val setupTimeout = Duration.ofSeconds(30)
  private val sendTimeout = Duration.ofSeconds(10)

  /** Values of options that are not set. In the own default mode of `gcplineage`, a lost event counts as delivered. */
  private def defaults(kind: String): Map[String, ConfigTree] =
    if (kind == "gcplineage") Map("mode" -> ConfigTree.Leaf("sync")) else Map.empty

  /** A class path that cannot be read may have providers without end. */
  private val maxProviders = 100

  /** The transports on the class path. A provider that cannot be loaded is skipped. */
  private def types: Vector[String] = {
    val builders = ServiceLoader.load(classOf[TransportBuilder]).iterator
    var found = builtIn
    var left = maxProviders
    while (left > 0 && Attempts.caught(builders.hasNext).getOrElse(true)) {
      Attempts.caught(builders.next().getType.toLowerCase(ROOT)).foreach(found :+= _)
      left -= 1
    }
    found.distinct
  }

  /** The types on the class path, and those of the artifacts that can be added. */
  def known: String = (types ++ TransportOptions.all.map(_.kind)).distinct.mkString(", ")

  /** What is wrong with a type that no transport on the class path has. */
  def notFound(at: String, kind: String, redactor: Redactor): Option[ConfigProblem] =
    if (types.contains(kind)) None
    else {
      val fix = TransportOptions.artifact(kind) match {
        case Some(artifact) =>
          s"not on the driver's class path; add io.openlineage:$artifact and its dependencies to --jars or --packages"
        case None if kind == "python" =>
          "cannot be inside another transport; leave it out: transports in Python get each event in addition"
        case None => s"unknown transport; use one of $known"
      }
      Some(ConfigProblem.of(s"$at.type", kind, fix, redactor))
    }
}

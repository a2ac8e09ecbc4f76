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
  TransportOptions,
  TransportSection
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
private[transport] object ClientTransports {
  import ConfigTree.Branch

  private val builtIn = Vector("console", "http", "file", "kafka", "composite", "transform")

  /** The client of a cloud may request its credentials over the network. */
  private val setupTimeout = Duration.ofSeconds(30)
  private val sendTimeout = Duration.ofSeconds(10)

  /** A class path that cannot be read may have providers without end. */
  private val maxProviders = 100

  def build(kind: String, section: TransportSection): Either[ConfigProblem, EventTransport] =
    for {
      _ <- notFound(kind, section).toLeft(())
      build <- builder(kind, section)
      built = Deadline.within("headwater-setup", setupTimeout)(build())
      first <- built.toEither.left.map(ConfigErrors.problem(kind, section, _))
    } yield new ClientTransportAdapter(
      description = description(kind, section),
      identity = identity(kind, section),
      formerIdentity = description(kind, section),
      isLocal = kind == "console",
      build,
      first,
      deadline(kind, section.options),
      CredentialRedactor(section.options, section.redactor)
    )

  /** The first option that the transport cannot read, so that `build` fails. The transport itself is not built. */
  def invalid(kind: String, section: TransportSection): Option[ConfigProblem] = {
    def settings = kind match {
      case "http" => HttpSettings.read(section).map(_.settings)
      case "kafka" => KafkaSettings.read(section)
      case _ => Right(section.options)
    }
    def read(options: Branch) =
      Deadline.within("headwater-setup", setupTimeout)(config(kind, options)).toEither.left
        .map(ConfigErrors.problem(kind, section, _))
    settings.flatMap(read).left.toOption
  }

  private def builder(kind: String, section: TransportSection): Either[ConfigProblem, () => EventClient] =
    kind match {
      case "http" =>
        HttpSettings.read(section).map { s =>
          client(kind, s.settings) { case http: HttpConfig => HttpClientFactory.events(http, s) }
        }
      case "kafka" =>
        KafkaSettings.read(section).map(client(kind, _) { case kafka: KafkaConfig =>
          KafkaEventClient.of(kafka)
        })
      case _ => Right(client(kind, section.options)(PartialFunction.empty))
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
      case "http" =>
        val timeout = millis(section, "timeoutInMillis").getOrElse(TransportOptions.httpTimeoutMillis.toLong)
        Duration.ofMillis(timeout)
      case "kafka" =>
        val timeout = KafkaSettings.sendTimeouts.flatMap(millis(properties, _))
          .foldLeft(KafkaSettings.defaultTimeoutMillis.toLong)(math.max)
        Duration.ofMillis(timeout + millis(properties, "linger.ms").getOrElse(0L) + 5000L)
      case _ => sendTimeout
    }
  }

  private def description(kind: String, section: TransportSection): String = {
    def text(key: String) = section.options.text(key).getOrElse("")
    kind match {
      case "http" => s"http ${section.redactor.bare(text("url"))}${text("endpoint").takeWhile(_ != '?')}"
      case "kafka" => s"kafka topic ${text("topicName")}"
      case other => other
    }
  }

  /** The address of the destination and what tells its tenants apart; for other transports, a hash of all options that
    * are not secret.
    */
  private def identity(kind: String, section: TransportSection): String = kind match {
    case "http" => HttpIdentity.of(section.options, section.redactor)
    case "kafka" => KafkaSettings.address(section.options)
    case other =>
      val options = leaves(section.options, "", section.redactor).sorted.mkString("\n").getBytes(UTF_8)
      s"$other #${UUID.nameUUIDFromBytes(options).toString.take(8)}"
  }

  private def leaves(tree: ConfigTree, at: String, redactor: Redactor): Vector[String] = tree match {
    case ConfigTree.Leaf(v) => Vector(s"$at=$v")
    case ConfigTree.Items(all) => all.flatMap(leaves(_, at, redactor))
    case Branch(c) => c.toVector.flatMap { case (k, t) =>
        if (redactor.isSensitive(k)) None else leaves(t, s"$at.$k", redactor)
      }
  }

  /** Values of options that are not set. In the own default mode of `gcplineage`, a lost event counts as delivered. */
  private def defaults(kind: String): Map[String, ConfigTree] =
    if (kind == "gcplineage") Map("mode" -> ConfigTree.Leaf("sync")) else Map.empty

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
  def notFound(kind: String, section: TransportSection): Option[ConfigProblem] =
    if (types.contains(kind)) None
    else {
      val fix = TransportOptions.artifact(kind) match {
        case Some(artifact) =>
          s"not on the driver's class path; add io.openlineage:$artifact and its dependencies to --jars or --packages"
        case None if kind == "python" =>
          "cannot be inside another transport; leave it out: transports in Python get each event in addition"
        case None => s"unknown transport; use one of $known"
      }
      Some(section.problem("type", kind, fix))
    }
}

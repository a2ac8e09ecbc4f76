package io.headwater.emit.transport

import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.{ServiceLoader, UUID}

import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.exc.InvalidFormatException
import com.fasterxml.jackson.databind.node.JsonNodeFactory

import io.headwater.model.{ConfigProblem, ConfigTree, Redactor}
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.transports.{
  HttpConfig,
  Transport,
  TransportBuilder,
  TransportConfig,
  TransportFactory
}

/** Transports of openlineage-java and of those who extend it. */
private[transport] final class ClientTransports(redactor: Redactor) {
  import ClientTransports._
  import ConfigTree.Branch

  def build(at: String, kind: String, section: Branch): Either[ConfigProblem, Carrier] =
    for {
      _ <- if (types.contains(kind)) Right(())
      else Left(problem(s"$at.type", kind, s"unknown transport; use one of $known"))
      _ <- if (kind == "http") HttpSection.check(at, section, redactor) else Right(())
      make = () => transport(json(section.copy(section.children + ("type" -> ConfigTree.Leaf(kind)))))
      first <- Deadline.caught(make()).toEither.left.map(explained(at, kind, section, _))
    } yield new ClientCarrier(
      description(kind, section),
      identity(kind, section),
      kind == "console",
      make,
      first,
      deadline(kind, section),
      OwnSecrets(section, redactor)
    )

  private def transport(config: JsonNode): Transport =
    mapper.treeToValue(config, classOf[TransportConfig]) match {
      case http: HttpConfig => StrictHttp.transport(http)
      case other => new TransportFactory(other).build()
    }

  private def deadline(kind: String, section: Branch): Duration = {
    val own = if (kind == "http") section.text("timeoutInMillis") else None
    Duration.ofMillis(own.flatMap(v => Try(v.trim.toLong).toOption).filter(_ > 0).getOrElse(5000L))
  }

  private def description(kind: String, section: Branch): String = kind match {
    case "http" =>
      val endpoint = section.text("endpoint").getOrElse("").takeWhile(_ != '?')
      s"http ${redactor.bare(section.text("url").getOrElse(""))}$endpoint"
    case "kafka" => s"kafka topic ${section.text("topicName").getOrElse("")}"
    case other => other
  }

  /** An address says all; of other transports, whatever is no secret. */
  private def identity(kind: String, section: Branch): String = {
    def leaves(tree: ConfigTree, at: String): Vector[String] = tree match {
      case ConfigTree.Leaf(v) => Vector(s"$at=$v")
      case ConfigTree.Items(all) => all.flatMap(leaves(_, at))
      case Branch(c) => c.toVector.flatMap { case (k, t) =>
          if (redactor.isSensitive(k)) None else leaves(t, s"$at.$k")
        }
    }
    val own = description(kind, section)
    if (kind == "http") own
    else
      s"$own #${UUID.nameUUIDFromBytes(leaves(section, "").sorted.mkString("\n").getBytes(UTF_8)).toString.take(8)}"
  }

  private def explained(at: String, kind: String, section: Branch, e: Throwable): ConfigProblem = {
    val chain = Iterator.iterate(Option(e))(
      _.flatMap(x => Option(x.getCause))
    ).take(10).takeWhile(_.isDefined).flatten.toVector
    chain.collectFirst { case f: InvalidFormatException => f } match {
      case Some(f) =>
        val path = path0(f)
        problem(
          s"$at.$path",
          value(section, path),
          s"cannot be read as ${f.getTargetType.getSimpleName}; mend or remove it"
        )
      case None if kind == "kafka" && chain.exists(_.isInstanceOf[LinkageError]) =>
        problem(
          s"$at.type",
          kind,
          "kafka-clients is not on the driver's class path; add it, or use another transport"
        )
      case None if chain.exists(_.isInstanceOf[LinkageError]) =>
        problem(
          s"$at.type",
          kind,
          s"does not fit this class path (${chain.last.getClass.getSimpleName}: ${chain.last.getMessage})"
        )
      case None =>
        val message =
          chain.map(x => Option(x.getMessage).getOrElse("")).filter(_.nonEmpty).lastOption.getOrElse("")
        problem(
          s"$at.type",
          kind,
          s"cannot be set up: ${said(message, section)}; mend the options of this transport"
        )
    }
  }

  private def path0(f: InvalidFormatException): String = {
    val names = Vector.newBuilder[String]
    f.getPath.forEach { r => names += Option(r.getFieldName).getOrElse(r.getIndex.toString); () }
    names.result().mkString(".")
  }

  private def value(section: Branch, path: String): String =
    path.split('.').foldLeft(Option[ConfigTree](section)) {
      case (Some(b: Branch), key) => b.get(key)
      case _ => None
    }.collect { case ConfigTree.Leaf(v) => v }.getOrElse("")

  private def said(message: String, section: Branch): String =
    OwnSecrets(section, redactor)(message.takeWhile(_ != '\n').take(200))

  private def problem(key: String, value: String, fix: String): ConfigProblem =
    ConfigProblem.of(key, value, fix, redactor)
}

private[transport] object ClientTransports {
  private val mapper = OpenLineageClientUtils.newObjectMapper()
  private val builtIn = Vector("console", "http", "file", "kafka", "composite", "transform")

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

  private[transport] def json(tree: ConfigTree): JsonNode = {
    val nodes = JsonNodeFactory.instance
    tree match {
      case ConfigTree.Leaf(v) => nodes.textNode(v)
      case ConfigTree.Items(all) => all.foldLeft(nodes.arrayNode())((a, t) => a.add(json(t)))
      case ConfigTree.Branch(c) =>
        val out = nodes.objectNode()
        c.foreach { case (k, t) => out.set[JsonNode](k, json(t)) }
        out
    }
  }
}

/** What openlineage-java says too late, or not at all, of an `http` section. */
private[transport] object HttpSection {
  def check(at: String, section: ConfigTree.Branch, redactor: Redactor): Either[ConfigProblem, Unit] = {
    def problem(key: String, value: String, fix: String) =
      Left(ConfigProblem.of(s"$at.$key", value, fix, redactor))
    val text = section.text("url").map(_.trim).getOrElse("")
    val uri = Try(new URI(text)).toOption
    val web = uri.filter(u => Vector("http", "https").contains(Option(u.getScheme).getOrElse("").toLowerCase))
    (web, section.text("endpoint").filter(_.trim.nonEmpty)) match {
      case _ if text.isEmpty =>
        problem("url", "", "missing; give the address of the OpenLineage backend, http://host:port")
      case (Some(u), _) if u.getRawUserInfo ne null =>
        problem("url", text, "a user in the address is not sent; put the credential under transport.auth")
      case (Some(u), Some(end)) if Option(u.getPath).exists(p => p.nonEmpty && p != "/") =>
        problem("endpoint", end, "url already has a path; use one of the two")
      case (Some(u), _) if Option(u.getHost).exists(_.nonEmpty) => Right(())
      case _ => problem("url", text, "not a web address; write it as http://host:port")
    }
  }
}

package io.headwater.emit.transport

import java.net.{ConnectException, InetAddress, InetSocketAddress, Socket, URI, UnknownHostException}
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.concurrent.TimeUnit
import javax.net.ssl.SSLException

import scala.util.{Failure, Success}

import org.apache.hc.client5.http.classic.methods.HttpGet
import org.apache.hc.core5.http.io.HttpClientResponseHandler
import org.apache.kafka.clients.admin.Admin

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.transport.config.{
  ClientConfig,
  CompositeSettings,
  HttpSettings,
  KafkaProducerSettings,
  KafkaSettings,
  TransportOptions,
  TransportSection,
  WebHost
}
import io.headwater.redaction.Redactor
import io.headwater.util.{Causes, ClassNames, Deadline}
import io.openlineage.client.transports.{HttpConfig, KafkaConfig}

/** Checks whether the destinations of a section `transport` can be reached. It sends no event and creates nothing. */
final class Reachability(redactor: Redactor, workDir: Path) {
  import Reachability._

  /** One result for each transport, with its key. */
  def of(at: String, section: Branch): Vector[(String, CheckResult)] =
    of(TransportSection(at, section, redactor))

  private def of(section: TransportSection): Vector[(String, CheckResult)] =
    TransportOptions.kind(section.options).getOrElse("") match {
      case "" => Vector(section.at -> invalid(Transports.missingType(section)))
      case "composite" => composite(section)
      case "transform" => transform(section)
      case "file" =>
        Transports.filePath(section, workDir)
          .fold(p => Vector(invalid(p)), _.toVector.map(writable)).map(section.at -> _)
      case kind => Vector(section.at -> client(kind, section))
    }

  private def composite(section: TransportSection): Vector[(String, CheckResult)] =
    CompositeSettings.read(section).fold(
      problem => Vector(section.at -> invalid(problem)),
      _.members.flatMap { case (_, member) => of(member) }
    )

  private def transform(section: TransportSection): Vector[(String, CheckResult)] =
    Transports.transformerProblem(section).map(section.at -> missing(_)).toVector ++
      Transports.transformed(section).fold(problem => Vector(section.at -> invalid(problem)), of(_))

  /** The options are read as the agent reads them; only then something is reached. */
  private def client(kind: String, section: TransportSection): CheckResult = {
    val known = TransportOptions.artifact(kind).isDefined
    val problem = ClientTransports.notFound(kind, section).map(p => Missing(p.line, known))
      .orElse(ClientTransports.invalid(kind, section).map(invalid))
    problem.getOrElse(kind match {
      case "http" => HttpSettings.read(section).fold(invalid, http)
      case "kafka" => KafkaSettings.read(section).fold(invalid, kafka)
      case "console" => Passed("needs no network")
      case other => Passed(s"$other can only be checked by sending an event: use --send")
    })
  }

  private def http(read: HttpSettings): CheckResult = {
    val uri = new URI(read.settings.text("url").getOrElse("").trim)
    unreachable(uri, read).getOrElse {
      Deadline.within("headwater-doctor", timeout)(status(read)) match {
        case Success(code) => ofStatus(code, uri)
        case Failure(e) => ofFailure(e, uri)
      }
    }
  }

  private def unreachable(uri: URI, read: HttpSettings): Option[Failed] =
    HttpClientFactory.proxy(read, uri) match {
      case Some(proxy) =>
        connectFailure(proxy.host, proxy.port).map { failed =>
          val whose =
            s"it is the proxy that the JVM has for ${address(uri)} (${uri.getScheme}.proxyHost)"
          Failed(s"${failed.text}; $whose")
        }
      case None =>
        WebHost.of(uri).flatMap(host => connectFailure(host.name, host.port))
          .map(failed => Failed(failed.text + unusedProxy(uri)))
    }

  private def unusedProxy(uri: URI): String =
    if (HttpProxy.of(uri).isEmpty) ""
    else "; to use the proxy that the JVM has for it, set transport.proxy=system"

  private def status(read: HttpSettings): Int = {
    val section = Branch(read.settings.children + ("type" -> Leaf("http")))
    val config = ClientConfig.read(section, classOf[HttpConfig])
    HttpClientFactory.ownTokens(config, read)
    val to = HttpClientFactory.address(config)
    val client = HttpClientFactory.client(config, read, to)
    try {
      val get = new HttpGet(to)
      Option(config.getAuth).foreach(auth => get.setHeader("Authorization", auth.getToken))
      val code: HttpClientResponseHandler[Integer] = answer => Int.box(answer.getCode)
      client.execute(get, code).intValue
    } finally client.close()
  }

  /** A backend may reject a GET at the address to which events are POSTed. */
  private def ofStatus(code: Int, uri: URI): CheckResult = code match {
    case 407 => Failed(
        s"the proxy for ${address(uri)} asks for a user; set ${uri.getScheme}.proxyUser and .proxyPassword"
      )
    case 401 | 403 =>
      Failed(s"${address(uri)} answers with status $code: it rejects the credentials; correct transport.auth")
    case 404 => Warning(
        s"${address(uri)} answers with status 404; correct transport.endpoint, unless the backend only accepts a POST there"
      )
    case c if c >= 500 =>
      Failed(s"${address(uri)} answers with status $c: the backend has an internal error; see its log")
    case c => Passed(s"${address(uri)} answers (status $c to a GET)")
  }

  private def ofFailure(e: Throwable, uri: URI): CheckResult = Causes.of(e).collectFirst {
    case s: SSLException =>
      Failed(
        s"${address(uri)}: TLS failed (${message(s)}); set transport.sslContext.trustStorePath to the certificate " +
          "authority of the backend"
      )
  }.getOrElse(Failed(s"${address(uri)} does not answer (${message(e)})"))

  private def connectFailure(host: String, port: Int): Option[Failed] =
    Deadline.within("headwater-doctor", timeout) {
      val address = InetAddress.getByName(host)
      val socket = new Socket()
      try socket.connect(new InetSocketAddress(address, port), connectTimeoutMillis)
      finally socket.close()
    }.failed.toOption.map {
      case _: UnknownHostException =>
        Failed(s"$host cannot be resolved by this machine's DNS; correct the address or the network")
      case e: ConnectException =>
        Failed(s"nothing listens at $host:$port (${message(e)}); start the backend or correct the address")
      case e => Failed(s"$host:$port cannot be reached (${message(e)}); check firewalls and proxies")
    }

  private def kafka(section: Branch): CheckResult =
    Deadline.within("headwater-doctor", timeout) {
      val config =
        ClientConfig.read(Branch(section.children + ("type" -> Leaf("kafka"))), classOf[KafkaConfig])
      val admin = Admin.create(KafkaProducerSettings.withDefaults(config.getProperties))
      try
        admin.listTopics().names().get(timeout.toMillis, TimeUnit.MILLISECONDS).contains(config.getTopicName)
      finally admin.close(Duration.ZERO)
    } match {
      case Success(true) =>
        Passed(s"the brokers answer and have the topic ${section.text("topicName").getOrElse("")}")
      case Success(false) =>
        Warning(
          s"the brokers answer but have no topic ${section.text("topicName").getOrElse("")}; create it, unless the " +
            "brokers create topics automatically"
        )
      case Failure(e: LinkageError) =>
        Missing(
          s"kafka-clients is not on the class path (${message(e)}); add it to spark.jars or spark.jars.packages"
        )
      case Failure(e) => Failed(
          s"the brokers do not answer (${message(e)}); correct transport.properties.bootstrap.servers or the network"
        )
    }

  private def invalid(problem: ConfigProblem): CheckResult = Invalid(problem.line)
  private def missing(problem: ConfigProblem): CheckResult = Missing(problem.line)

  private def address(uri: URI): String = redactor.bare(uri.toString)

  private def message(e: Throwable): String = {
    val cause = Causes.of(e).lastOption.getOrElse(e)
    redactor.text(Option(cause.getMessage).fold(ClassNames.simple(cause))(m =>
      s"${ClassNames.simple(cause)}: $m"
    ))
      .replace('\n', ' ').take(200)
  }
}

object Reachability {
  sealed trait CheckResult
  final case class Passed(text: String) extends CheckResult
  final case class Warning(text: String) extends CheckResult
  final case class Failed(text: String) extends CheckResult

  /** A value with which the agent is off. */
  final case class Invalid(text: String) extends CheckResult

  /** A class is not on the class path; the driver may have it from `spark.jars.packages`.
    *
    * @param isKnown
    *   false if the value names a type that no known artifact has
    */
  final case class Missing(text: String, isKnown: Boolean = true) extends CheckResult

  private val timeout = Duration.ofSeconds(10)
  private val connectTimeoutMillis = 5000

  /** The path itself if it exists, or else its nearest existing parent folder. */
  def existing(path: Path): Option[Path] =
    Iterator.iterate(Option(path.toAbsolutePath))(_.flatMap(p => Option(p.getParent)))
      .takeWhile(_.isDefined).flatten.find(Files.exists(_))

  /** Whether a file can be written, judged by the path itself or its nearest existing parent folder. */
  def writable(path: Path): CheckResult =
    existing(path) match {
      case Some(p) if p == path && Files.isDirectory(p) => Failed(s"$path is a folder; give a file")
      case Some(p) if p != path && !Files.isDirectory(p) =>
        Failed(s"$path cannot be written: $p is not a folder; give another path")
      case Some(p) if Files.isWritable(p) => Passed(s"$path can be written")
      case Some(p) => Failed(
          s"$path cannot be written: user ${System.getProperty("user.name")} may not write to $p; change its " +
            "permissions or give another path"
        )
      case None => Failed(s"$path cannot be written; give another path")
    }
}

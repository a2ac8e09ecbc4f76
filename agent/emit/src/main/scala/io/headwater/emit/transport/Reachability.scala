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
  HttpSettings,
  KafkaProducerSettings,
  KafkaSettings,
  TransportOptions
}
import io.headwater.redaction.Redactor
import io.headwater.util.{Causes, Deadline}
import io.openlineage.client.transports.{HttpConfig, KafkaConfig}

/** Whether what a `transport` section names can be reached: nothing is sent, and nothing made. */
final class Reachability(redactor: Redactor, workDir: Path) {
  import Reachability._

  /** A transport a line: its key, and what was found. */
  def of(at: String, section: Branch): Vector[(String, Found)] =
    section.text("type").map(_.trim.toLowerCase(java.util.Locale.ROOT)).getOrElse("") match {
      case "composite" =>
        TransportOptions.members(section).collect { case (name, s: Branch) =>
          of(s"$at.transports.$name", s)
        }.flatten
      case "transform" =>
        section.get("transport").toVector.collect { case b: Branch => b }.flatMap(of(s"$at.transport", _))
      case "http" => Vector(at -> HttpSettings.read(at, section, redactor).fold(wrong, http))
      case "kafka" => Vector(at -> KafkaSettings.read(at, section, redactor).fold(wrong, kafka))
      case "file" =>
        section.text("location").toVector.map(l => at -> folder(workDir.toAbsolutePath.resolve(l.trim)))
      case "console" | "python" => Vector(at -> Well("has no network to reach"))
      case other => Vector(at -> Well(s"$other can only be tried by sending: use --send"))
    }

  private def http(read: HttpSettings): Found = {
    val uri = new URI(read.settings.text("url").getOrElse("").trim)
    val port = if (uri.getPort >= 0) uri.getPort else if (uri.getScheme.equalsIgnoreCase("https")) 443 else 80
    connected(uri.getHost, port).getOrElse {
      Deadline.within("headwater-doctor", patience)(status(read)) match {
        case Success(code) => answered(code, uri)
        case Failure(e) => unanswered(e, uri)
      }
    }
  }

  private def status(read: HttpSettings): Int = {
    val section = Branch(read.settings.children + ("type" -> Leaf("http")))
    val config = ClientConfig.read(section, classOf[HttpConfig])
    val base = config.getUrl
    val own = Option(base.getPath).exists(p => p.nonEmpty && p != "/")
    val address =
      if (own) base else base.resolve(Option(config.getEndpoint).getOrElse(TransportOptions.endpoint))
    val client = HttpClientFactory.client(config, read.tls)
    try {
      val get = new HttpGet(address)
      Option(config.getAuth).foreach(auth => get.setHeader("Authorization", auth.getToken))
      val code: HttpClientResponseHandler[Integer] = answer => Int.box(answer.getCode)
      client.execute(get, code).intValue
    } finally client.close()
  }

  /** A backend need not answer a GET where events are POSTed. */
  private def answered(code: Int, uri: URI): Found = code match {
    case 401 | 403 =>
      Ill(s"${place(uri)} answers with status $code: it does not take the key; mend transport.auth")
    case 404 => Doubtful(
        s"${place(uri)} answers with status 404; unless it takes a POST there, mend transport.endpoint"
      )
    case c if c >= 500 => Ill(s"${place(uri)} answers with status $c: it is up, and ill; look at its log")
    case c => Well(s"${place(uri)} answers (status $c to a GET)")
  }

  private def unanswered(e: Throwable, uri: URI): Found = Causes.of(e).collectFirst {
    case s: SSLException =>
      Ill(
        s"${place(uri)}: no TLS (${said(s)}); set transport.sslContext.trustStorePath to who has signed its certificate"
      )
  }.getOrElse(Ill(s"${place(uri)} does not answer (${said(e)})"))

  private def connected(host: String, port: Int): Option[Found] =
    Deadline.within("headwater-doctor", patience) {
      val address = InetAddress.getByName(host)
      val socket = new Socket()
      try socket.connect(new InetSocketAddress(address, port), connect)
      finally socket.close()
    }.failed.toOption.map {
      case _: UnknownHostException =>
        Ill(s"$host is not known to this machine's DNS; mend the address, or the network")
      case e: ConnectException =>
        Ill(s"nothing listens at $host:$port (${said(e)}); start it, or mend the address")
      case e => Ill(s"$host:$port cannot be reached (${said(e)}); look at firewalls and proxies")
    }

  private def kafka(section: Branch): Found =
    Deadline.within("headwater-doctor", patience) {
      val config =
        ClientConfig.read(Branch(section.children + ("type" -> Leaf("kafka"))), classOf[KafkaConfig])
      val admin = Admin.create(KafkaProducerSettings.withDefaults(config.getProperties))
      try
        admin.listTopics().names().get(patience.toMillis, TimeUnit.MILLISECONDS).contains(config.getTopicName)
      finally admin.close(Duration.ZERO)
    } match {
      case Success(true) =>
        Well(s"the brokers answer, and have the topic ${section.text("topicName").getOrElse("")}")
      case Success(false) =>
        Doubtful(
          s"the brokers answer, without a topic ${section.text("topicName").getOrElse("")}; make it, unless they do so by themselves"
        )
      case Failure(e: LinkageError) =>
        Ill(
          s"kafka-clients is not on the class path (${said(e)}); add it to spark.jars or spark.jars.packages"
        )
      case Failure(e) => Ill(
          s"the brokers do not answer (${said(e)}); mend transport.properties.bootstrap.servers, or the network"
        )
    }

  private def wrong(problem: ConfigProblem): Found = Ill(problem.line)

  private def place(uri: URI): String = redactor.bare(uri.toString)

  private def said(e: Throwable): String = {
    val cause = Causes.of(e).lastOption.getOrElse(e)
    redactor.text(Option(cause.getMessage).fold(cause.getClass.getSimpleName)(m =>
      s"${cause.getClass.getSimpleName}: $m"
    ))
      .replace('\n', ' ').take(200)
  }
}

object Reachability {
  sealed trait Found
  final case class Well(text: String) extends Found
  final case class Doubtful(text: String) extends Found
  final case class Ill(text: String) extends Found

  private val patience = Duration.ofSeconds(10)
  private val connect = 5000

  /** The nearest folder above that there is, or the path itself. */
  def existing(path: Path): Option[Path] =
    Iterator.iterate(Option(path.toAbsolutePath))(_.flatMap(p => Option(p.getParent)))
      .takeWhile(_.isDefined).flatten.find(Files.exists(_))

  /** Whether a file can be written, by the nearest folder above it that there is. */
  def folder(path: Path): Found =
    existing(path) match {
      case Some(p) if p == path && Files.isDirectory(p) => Ill(s"$path is a folder; name a file")
      case Some(p) if p != path && !Files.isDirectory(p) =>
        Ill(s"$path cannot be written: $p is no folder; name another")
      case Some(p) if Files.isWritable(p) => Well(s"$path can be written")
      case Some(p) => Ill(
          s"$path cannot be written: $p is not ${System.getProperty("user.name")}'s; mend its rights, or name another"
        )
      case None => Ill(s"$path cannot be written; name another")
    }
}

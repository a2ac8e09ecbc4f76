package io.headwater.emit.transport

import java.net.InetSocketAddress
import java.nio.file.Files
import java.security.KeyStore
import java.util.concurrent.LinkedBlockingQueue
import java.util.zip.GZIPInputStream
import javax.net.ssl.{TrustManagerFactory, X509TrustManager}

import scala.io.Source

import com.sun.net.httpserver.{HttpExchange, HttpServer}
import org.scalatest.BeforeAndAfterAll
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigProblem
import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.transport.config.{CredentialRedactor, TransportSection}
import io.headwater.emit.{EventSerializer, Samples}
import io.headwater.model.EventType
import io.headwater.redaction.Redactor
import io.openlineage.client.OpenLineageClientUtils
import io.openlineage.client.transports.TokenProvider

/** Sends to the HTTP server of the JDK and checks the requests. */
class ClientTransportsSuite extends AnyFunSuite with BeforeAndAfterAll {
  private val got = new LinkedBlockingQueue[HttpExchange]
  private val bodies = new LinkedBlockingQueue[String]
  private val statuses = new LinkedBlockingQueue[Int]
  private val tokens = new LinkedBlockingQueue[String]
  private val server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0)
  private val url = s"http://127.0.0.1:${server.getAddress.getPort}"

  override def beforeAll(): Unit = {
    server.createContext(
      "/",
      x => {
        val zipped = Option(x.getRequestHeaders.getFirst("Content-Encoding")).contains("gzip")
        val in = if (zipped) new GZIPInputStream(x.getRequestBody) else x.getRequestBody
        bodies.add(Source.fromInputStream(in, "UTF-8").mkString)
        got.add(x)
        val token = if (x.getRequestURI.getPath == "/token") Option(tokens.poll()) else None
        val answer = token.getOrElse("").getBytes
        val status = if (token.isDefined) 200 else Option(statuses.poll()).getOrElse(201)
        x.sendResponseHeaders(status, if (answer.isEmpty) -1 else answer.length.toLong)
        x.getResponseBody.write(answer)
        x.close()
      }
    )
    server.start()
  }
  override def afterAll(): Unit = server.stop(0)

  private def section(entries: (String, Any)*): Branch = Branch(entries.map {
    case (k, b: Branch) => k -> b
    case (k, v) => k -> Leaf(v.toString)
  }.toMap)
  private def built(kind: String, section: Branch): Either[ConfigProblem, EventTransport] =
    ClientTransports.build(kind, TransportSection("transport", section, Redactor.default))
  private def transport(kind: String, section: Branch): EventTransport =
    built(kind, section).fold(p => fail(p.line), identity)
  private def problem(kind: String, section: Branch): String =
    built(kind, section).fold(_.line, c => fail(c.description))

  /** A store with a certificate of the JVM and no key; its password is `PW1`. */
  private def certificates: String = {
    val trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm)
    trusted.init(null: KeyStore)
    val issuers = trusted.getTrustManagers.collect { case x: X509TrustManager =>
      x.getAcceptedIssuers
    }.flatten
    val store = KeyStore.getInstance("PKCS12")
    store.load(null, null)
    store.setCertificateEntry("one", issuers.head)
    val file = Files.createTempFile("certificates", ".p12")
    file.toFile.deleteOnExit()
    val out = Files.newOutputStream(file)
    try store.store(out, "PW1".toCharArray)
    finally out.close()
    file.toString
  }
  private val event =
    new EventSerializer(Samples.settings, Redactor.default).serialize(Samples.event(EventType.Complete))
  private def authorization: String = got.take().getRequestHeaders.getFirst("Authorization")

  // rows: transport.http transport.http-token-provider
  test("headers, URL parameters, compression and a user-defined token provider are applied") {
    val all = section(
      "url" -> url,
      "endpoint" -> "/lineage",
      "urlParams" -> section("url.param.team" -> "a b"),
      "headers" -> section("X-Team" -> "shop", "x.dotted" -> "1"),
      "compression" -> "gzip",
      "auth" -> section("type" -> classOf[StaticToken].getName, "word" -> "w1")
    )
    transport("http", all).send(event)
    val request = got.take()
    assert(request.getRequestURI.toString == "/lineage?team=a%20b")
    assert(request.getRequestHeaders.getFirst("X-Team") == "shop")
    assert(request.getRequestHeaders.getFirst("x.dotted") == "1")
    assert(request.getRequestHeaders.getFirst("Authorization") == "Token w1")
    val json = OpenLineageClientUtils.newObjectMapper()
    assert(json.readTree(bodies.take()) == json.readTree(event.line))
  }

  test("an endpoint replaces the path of the URL") {
    transport("http", section("url" -> s"$url/api/v9?team=a", "endpoint" -> "/lineage")).send(event)
    assert(got.take().getRequestURI.toString == "/lineage?team=a")
  }

  // rows: transport.gcplineage
  test("gcplineage waits for the answer unless its mode is set") {
    val modes = Vector(section(), section("mode" -> "async")).map { options =>
      transport("gcplineage", options).close()
      LineageTransportBuilder.modes.take()
    }
    assert(modes == Vector("sync", "async"))
  }

  test("the query of an endpoint is sent") {
    transport("http", section("url" -> url, "endpoint" -> "/lineage?team=a")).send(event)
    assert(got.take().getRequestURI.toString == "/lineage?team=a")
    bodies.clear()
  }

  test("events of another tenant of the same address are not delivered; those of older spools are") {
    val (a, b) = (
      transport("http", section("url" -> url, "headers" -> section("X-Tenant" -> "a"))),
      transport("http", section("url" -> url, "headers" -> section("X-Tenant" -> "b")))
    )
    assert(a.delivers(a.identity) && !a.delivers(b.identity))
    assert(a.delivers(s"http $url") && b.delivers(s"http $url"))
  }

  // rows: transport.http-api-key
  test("a key that begins with Bearer is sent with one Bearer") {
    for (key <- Vector("k1", "Bearer k1", "bearer  k1")) {
      transport("http", section("url" -> url, "auth" -> section("type" -> "api_key", "apiKey" -> key))).send(
        event
      )
      assert(authorization == "Bearer k1")
    }
    bodies.clear()
  }

  test(
    "a key that is called api_key, as OpenLineage's documentation writes it, is sent and is a credential"
  ) {
    for (auth <- Vector(section("api_key" -> "k3y-1"), section("api_key" -> "k3y-1", "apiKey" -> " "))) {
      val options = section("url" -> url, "auth" -> Branch(auth.children + ("type" -> Leaf("api_key"))))
      val named = transport("http", options)
      named.send(event)
      assert(authorization == "Bearer k3y-1")
      assert(!CredentialRedactor(options, Redactor.default)("unknown k3y-1").contains("k3y-1"))
    }
    val both = section("type" -> "api_key", "apiKey" -> "k1", "api_key" -> "k2")
    transport("http", section("url" -> url, "auth" -> both)).send(event)
    assert(authorization == "Bearer k1")
    bodies.clear()
  }

  // rows: transport.http-jwt
  test("a token is requested, reused while it is valid, and requested again when it is rejected") {
    Vector("t1" -> 3600, "t2" -> 3600).foreach { case (t, s) =>
      tokens.add(s"""{"access_token":"$t","expires_in":$s}""")
    }
    val c = transport(
      "http",
      section(
        "url" -> url,
        "auth" -> section(
          "type" -> "jwt",
          "apiKey" -> "k1",
          "tokenEndpoint" -> s"$url/token",
          "tokenFields" -> "access_token"
        )
      )
    )
    c.send(event)
    c.send(event)
    assert(got.take().getRequestURI.getPath == "/token")
    assert(bodies.take().contains("apikey=k1"))
    assert(authorization == "Bearer t1" && authorization == "Bearer t1")
    statuses.add(401)
    val refused = intercept[EmissionException](c.send(event))
    assert(refused.retryability == Retryability.Unavailable() && authorization == "Bearer t1")
    c.send(event)
    assert(got.take().getRequestURI.getPath == "/token" && authorization == "Bearer t2")
    bodies.clear()
  }

  test("an invalid option is named, with the correction") {
    def auth(entries: (String, Any)*) = section("url" -> url, "auth" -> section(entries: _*))
    def tls(entries: (String, Any)*) = section("url" -> url, "sslContext" -> section(entries: _*))
    val problems = Vector(
      problem("http", auth("type" -> "jwt", "apiKey" -> "PW1")) -> "transport.auth.tokenEndpoint: missing",
      problem("http", auth("type" -> "api_key")) -> "transport.auth.apiKey: missing",
      problem("http", auth("apiKey" -> "PW1")) -> "transport.auth.type: missing",
      problem("http", auth("type" -> "no.such.Provider")) -> "transport.auth.type is \"no.such.Provider\"",
      problem("http", section("url" -> url, "auth" -> "PW1")) -> "transport.auth: not a section",
      problem(
        "http",
        tls("trustStorePath" -> "/no/such")
      ) -> "transport.sslContext.trustStorePath is \"/no/such\"",
      problem(
        "http",
        tls("trustStorePath" -> "/dev/null", "trustStoreType" -> "PEM")
      ) -> "holds no certificate",
      problem("http", tls("keyStorePath" -> "/etc/hostname")) -> "transport.sslContext.keyStorePath",
      problem("http", tls("keyStorePath" -> "/no/such", "keyStoreType" -> "pem")) -> "openssl pkcs12 -export",
      problem("http", tls("keyStorePath" -> certificates, "storePassword" -> "PW1")) -> "holds no key",
      problem(
        "kafka",
        section("properties" -> section("bootstrap.servers" -> "h:1"))
      ) -> "transport.topicName: missing",
      problem("kafka", section("topicName" -> "t")) -> "transport.properties.bootstrap.servers: missing",
      problem(
        "kafka",
        section("topicName" -> "t", "properties" -> section("bootstrap.servers" -> "h:1", "acks" -> "most"))
      ) -> "transport.properties.acks is \"most\"",
      problem("s3", section("bucketName" -> "b")) -> "io.openlineage:transports-s3",
      problem("amazon_datazone_api", section()) -> "io.openlineage:transports-datazone"
    )
    problems.foreach { case (line, expected) =>
      assert(line.contains(expected) && !line.contains("PW1"), line)
    }
    problems.foreach(s => info(s._1))
  }

  // rows: transport.kafka
  test("brokers that cannot be resolved count as down, not as a configuration error") {
    val c = transport(
      "kafka",
      section(
        "topicName" -> "t",
        "localServerId" -> "k",
        "properties" -> section("bootstrap.servers" -> "no-such-host.invalid:1")
      )
    )
    val failed = intercept[EmissionException](c.send(event))
    assert(
      failed.getMessage.startsWith("kafka topic t: "),
      failed.getMessage
    )
    assert(c.identity == "kafka no-such-host.invalid:1 t")
    c.close()
  }
}

class StaticToken extends TokenProvider {
  private var word = "" // set by the client, as a bean
  def setWord(w: String): Unit = word = w
  override def getToken: String = s"Token $word"
}

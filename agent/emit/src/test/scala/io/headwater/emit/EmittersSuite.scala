package io.headwater.emit

import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path, Paths}
import java.time.Duration

import scala.io.Source

import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Items, Leaf}
import io.headwater.emit.transport.{EmissionException, EventTransport, OutputLocation}
import io.headwater.model.EventType
import io.headwater.redaction.Redactor
import io.openlineage.client.OpenLineage
import io.openlineage.client.transports.EventTransformer

class KeepTerminal extends EventTransformer {
  override def transform(event: OpenLineage.RunEvent): OpenLineage.RunEvent =
    if (event.getEventType == OpenLineage.RunEvent.EventType.START) null else event
}

class FailingTransformer extends EventTransformer {
  override def transform(event: OpenLineage.RunEvent): OpenLineage.RunEvent = throw new IllegalStateException
}

class EmittersSuite extends AnyFunSuite {
  private val dir = Files.createTempDirectory("headwater-emit")
  private def section(entries: (String, String)*): Branch = Branch(entries.map { case (k, v) =>
    k -> Leaf(v)
  }.toMap)
  private def open(transport: Option[Branch], workDir: Path = dir) =
    Emitters.open(
      Samples.settings,
      Redactor.default,
      transport,
      OutputLocation("app-1", workDir),
      EventTransport.nowhere
    )
  private def good(transport: Option[Branch]): Emitter = open(transport).fold(p => fail(p.line), e => e)
  private def problem(transport: Branch): String =
    open(Some(transport)).fold(_.line, e => fail(e.description))
  private def lines(path: Path): Vector[String] = {
    val source = Source.fromFile(path.toFile, "UTF-8")
    try source.getLines().toVector
    finally source.close()
  }
  private val event = Samples.event(EventType.Complete)

  test("without a transport events go to a file of the application") {
    val e = good(None)
    e.emit(event)
    e.emit(event)
    val path = dir.resolve("headwater-events/app-1.jsonl")
    assert(e.description == s"file $path" && lines(path).size == 2)
  }

  test("if the working directory is not writable, the temporary directory is used") {
    val e = open(None, Paths.get("/proc/1")).fold(p => fail(p.line), e => e)
    assert(e.description.startsWith(s"file ${System.getProperty("java.io.tmpdir")}"))
  }

  test("a relative location is below the working directory, and its parents are created") {
    val e = good(Some(section("type" -> "file", "location" -> "a/b/events.jsonl")))
    e.emit(event)
    assert(lines(dir.resolve("a/b/events.jsonl")).size == 1)
  }

  // rows: transport.file
  test("a torn line is closed before the next, and a long event is one line") {
    val path = dir.resolve("torn.jsonl")
    Files.write(path, "{\"half\":".getBytes)
    val wide = event.copy(sql = Some("SELECT '" + "x" * 300000 + "\nü'"))
    good(Some(section("type" -> "file", "location" -> path.toString))).emit(wide)
    assert(lines(path).size == 2 && lines(path).last.startsWith("{\"eventTime\""))
  }

  // rows: transport.file
  test("a file that cannot be written is a failure with one line") {
    val e = good(Some(section("type" -> "file", "location" -> "/proc/none/x.jsonl")))
    val failure = intercept[EmissionException](e.emit(event))
    assert(failure.getMessage.startsWith("file /proc/none/x.jsonl: ") && failure.getStackTrace.isEmpty)
  }

  test("each error in a transport's configuration is one line") {
    val lines = Vector(
      problem(section("type" -> "htpp")),
      problem(section("url" -> "http://h")),
      problem(section("type" -> "http")),
      problem(section("type" -> "http", "url" -> "::no url")),
      problem(section("type" -> "http", "url" -> "http://u:PW1@h")),
      problem(section("type" -> "http", "url" -> "ftp://h/a")),
      problem(section("type" -> "http", "url" -> "http://h", "timeoutInMillis" -> "abc")),
      problem(section("type" -> "http", "url" -> "http://h", "compression" -> "PW1")),
      problem(Branch(Map(
        "type" -> Leaf("http"),
        "url" -> Leaf("http://h"),
        "auth" -> section("apiKey" -> "PW1")
      ))),
      problem(section("type" -> "kafka", "topicName" -> "t")),
      problem(section("type" -> "composite")),
      problem(Branch(Map(
        "type" -> Leaf("composite"),
        "transports" -> Branch(Map("a" -> section("type" -> "nope")))
      ))),
      problem(section("type" -> "transform", "transformerClass" -> "no.Such"))
    )
    for (l <- lines) assert(l.startsWith("spark.openlineage.transport.") && !l.contains("\n"), l)
    assert(!lines(4).contains("PW1") && !lines(8).contains("PW1"))
    assert(lines(9).startsWith("spark.openlineage.transport.properties.bootstrap.servers: missing"))
    assert(
      lines(6) == "spark.openlineage.transport.timeoutInMillis is \"abc\": cannot be read as Integer; correct or remove it"
    )
    lines.foreach(info(_))
  }

  // rows: transport.composite
  test("a composite reaches every member and names the one that failed") {
    val c = Branch(Map(
      "type" -> Leaf("composite"),
      "transports" -> Items(Vector(
        section("name" -> "good", "type" -> "file", "location" -> "good.jsonl"),
        section("name" -> "bad", "type" -> "file", "location" -> "/proc/none/x")
      ))
    ))
    val e = good(Some(c))
    val failure = intercept[EmissionException](e.emit(event))
    assert(failure.getMessage.startsWith("composite: bad: file /proc/none/x") && lines(
      dir.resolve("good.jsonl")
    ).size == 1)
  }

  // rows: transport.transform api.client
  test("a transformer may drop events") {
    val t = Branch(Map(
      "type" -> Leaf("transform"),
      "transformerClass" -> Leaf(classOf[KeepTerminal].getName),
      "transport" -> section("type" -> "file", "location" -> "kept.jsonl")
    ))
    val e = good(Some(t))
    Samples.all.foreach(e.emit)
    assert(lines(dir.resolve("kept.jsonl")).size == Samples.all.size - 1)
  }

  test("an event for which the transformer throws is not sent, and the error names the transformer") {
    val t = Branch(Map(
      "type" -> Leaf("transform"),
      "transformClass" -> Leaf(classOf[FailingTransformer].getName), // the other name
      "transport" -> section("type" -> "file", "location" -> "none.jsonl")
    ))
    val e = good(Some(t))
    assert(intercept[EmissionException](
      e.emit(event)
    ).getMessage.contains("FailingTransformer: IllegalStateException"))
    assert(!Files.exists(dir.resolve("none.jsonl")))
  }

  test("a response that never ends blocks an event no longer than the deadline") {
    val server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress)
    val dripping = new Thread(() =>
      while (!server.isClosed) scala.util.Try {
        val socket = server.accept()
        val drip = new Thread(() =>
          scala.util.Try {
            val out = socket.getOutputStream
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n".getBytes)
            while (true) { out.write('x'); out.flush(); Thread.sleep(100) }
          }
        )
        drip.setDaemon(true)
        drip.start()
      }
    )
    dripping.setDaemon(true)
    dripping.start()
    val e = good(Some(section(
      "type" -> "http",
      "url" -> s"http://127.0.0.1:${server.getLocalPort}",
      "timeoutInMillis" -> "700"
    )))
    for (_ <- 1 to 2) {
      val start = System.nanoTime()
      val failure = intercept[EmissionException](e.emit(event))
      assert(
        (System.nanoTime() - start) / 1000000 < 2500 && failure.getMessage.endsWith("no answer within 700 ms")
      )
    }
    val start = System.nanoTime()
    e.close(Duration.ofSeconds(1))
    assert((System.nanoTime() - start) / 1000000 < 2000)
    server.close()
  }

  test("a refused connection and an error response are short lines without secrets") {
    val server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext(
      "/",
      x => {
        val body = ("denied for token=PW1 " + "z" * 5000).getBytes
        x.sendResponseHeaders(500, body.length.toLong)
        x.getResponseBody.write(body)
        x.close()
      }
    )
    server.start()
    val url = s"http://127.0.0.1:${server.getAddress.getPort}"
    val auth = Branch(Map(
      "type" -> Leaf("http"),
      "url" -> Leaf(url),
      "auth" -> section("type" -> "api_key", "apiKey" -> "PW1")
    ))
    val e = good(Some(auth))
    val refused = intercept[EmissionException](e.emit(event)).getMessage
    assert(refused.contains("HTTP status 500") && refused.length < 450 && !refused.contains("PW1"), refused)
    server.stop(0)
    val closed = good(Some(Branch(auth.children.updated("url", Leaf("http://127.0.0.1:1")))))
    val gone = intercept[EmissionException](closed.emit(event)).getMessage
    assert(gone.contains("refused") && !e.toString.contains("PW1") && !e.description.contains("PW1"), gone)
  }

  // rows: transport.http
  test("a redirect is a failure that names the new address, and nothing is sent there") {
    val hits = new java.util.concurrent.atomic.AtomicInteger
    val server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext(
      "/",
      x => {
        hits.incrementAndGet()
        x.getResponseHeaders.add("Location", "/elsewhere?token=PW1")
        x.sendResponseHeaders(if (hits.get == 1) 302 else 307, -1)
        x.close()
      }
    )
    server.start()
    val e = good(Some(section("type" -> "http", "url" -> s"http://127.0.0.1:${server.getAddress.getPort}")))
    for (n <- 1 to 2) {
      val failure = intercept[EmissionException](e.emit(event)).getMessage
      assert(
        failure.contains("redirected to /elsewhere") && !failure.contains("PW1") && hits.get == n,
        failure
      )
    }
    val store = problem(Branch(Map(
      "type" -> Leaf("http"),
      "url" -> Leaf("https://h"),
      "sslContext" -> section("keyStorePath" -> "/no/such.jks", "storePassword" -> "PW1")
    )))
    assert(store.contains("/no/such.jks") && !store.contains("PW1"), store)
    server.stop(0)
  }

  test("an http transport delivers the event") {
    val got = new java.util.concurrent.LinkedBlockingQueue[String]
    val server = com.sun.net.httpserver.HttpServer.create(new java.net.InetSocketAddress("127.0.0.1", 0), 0)
    server.createContext(
      "/",
      x => {
        val in = Source.fromInputStream(x.getRequestBody, "UTF-8").mkString
        got.add(s"${x.getRequestURI} $in")
        x.sendResponseHeaders(201, -1)
        x.close()
      }
    )
    server.start()
    good(Some(section(
      "type" -> "http",
      "url" -> s"http://127.0.0.1:${server.getAddress.getPort}"
    ))).emit(event)
    assert(got.take().startsWith("/api/v1/lineage {\"eventTime\""))
    server.stop(0)
  }
}

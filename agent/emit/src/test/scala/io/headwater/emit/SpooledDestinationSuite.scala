package io.headwater.emit

import java.net.InetSocketAddress
import java.nio.file.{Files, Path}
import java.time.Duration
import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch}

import scala.io.Source

import com.sun.net.httpserver.HttpServer
import org.scalatest.funsuite.AnyFunSuite

import io.headwater.config.ConfigTree.{Branch, Leaf}
import io.headwater.emit.spool.{DeliveryCounts, Fixtures, SpoolMode, SpoolSettings}
import io.headwater.emit.transport.{EventTransport, OutputLocation}
import io.headwater.model.EventType
import io.headwater.redaction.Redactor

class SpooledDestinationSuite extends AnyFunSuite {
  private val events = Vector(EventType.Start, EventType.Running, EventType.Complete).map(Samples.event)
  private val text =
    (entries: Seq[(String, String)]) => Branch(entries.map { case (k, v) => k -> Leaf(v) }.toMap)
  private val got = new ConcurrentLinkedQueue[String]
  private val free = new CountDownLatch(1)
  private val server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0)
  server.setExecutor(java.util.concurrent.Executors.newCachedThreadPool)
  server.createContext(
    "/",
    x => {
      free.await()
      Source.fromInputStream(x.getRequestBody, "UTF-8").mkString
      got.add(x.getRequestHeaders.getFirst("Idempotency-Key"))
      x.sendResponseHeaders(201, -1)
      x.close()
    }
  )
  server.start()
  private val http = text(Seq("type" -> "http", "url" -> s"http://127.0.0.1:${server.getAddress.getPort}"))
  private val dir = Fixtures.folder()

  private def open(
      transport: Branch,
      mode: SpoolMode = SpoolMode.On,
      spool: Path = dir.resolve("spool")
  ): Emitter =
    Emitters.open(
      Samples.settings,
      Redactor.default,
      Some(transport),
      OutputLocation("app-1", dir),
      EventTransport.nowhere,
      Some(SpoolSettings(mode, spool))
    ).fold(p => fail(p.line), identity)

  private def seconds(run: => Unit): Double = {
    val start = System.nanoTime
    run
    (System.nanoTime - start) / 1e9
  }

  test("an event that is set aside is a dead letter, and is sent to no destination") {
    val root = dir.resolve("aside")
    val emitter =
      open(text(Seq("type" -> "file", "location" -> dir.resolve("sent.jsonl").toString)), spool = root)
    assert(emitter.setAside(events.head, "not wanted: api_key=abc"))
    emitter.emit(events(1))
    emitter.close(Duration.ofSeconds(5))
    assert(emitter.counts == DeliveryCounts(sent = 1, dead = 1))
    val letters = Files.readAllLines(root.toFile.listFiles.head.toPath.resolve("dead-letter.jsonl"))
    assert(letters.size == 1)
    val letter = letters.get(0)
    assert(letter.contains(""""reason":"not wanted: api_key=*********(redacted)""""))
    assert(letter.contains(""""START""""))
    assert(Files.readAllLines(dir.resolve("sent.jsonl")).size == 1)
  }

  test("an event counts once for each destination, and the number of destinations is known") {
    val members = Vector("a", "b").map(name =>
      name -> text(Seq("type" -> "file", "location" -> dir.resolve(s"two-$name.jsonl").toString))
    )
    val composite = Branch(Map("type" -> Leaf("composite"), "transports" -> Branch(members.toMap)))
    val emitter = open(composite, spool = dir.resolve("two"))
    assert(emitter.acceptingDestinations == 0)
    emitter.emit(events.head)
    emitter.close(Duration.ofSeconds(5))
    assert(emitter.counts == DeliveryCounts(sent = 2) && emitter.acceptingDestinations == 2)
  }

  test("without a spool, an event that is set aside is lost") {
    val emitter = open(text(Seq("type" -> "console")), SpoolMode.Off)
    assert(!emitter.setAside(events.head, "not wanted"))
    assert(emitter.counts == DeliveryCounts())
  }

  test("401 and 404 keep the event in the spool; 400 moves it to the dead letters") {
    for (
      (status, expected) <-
        Seq(
          401 -> DeliveryCounts(spooled = 1),
          404 -> DeliveryCounts(spooled = 1),
          400 -> DeliveryCounts(dead = 1)
        )
    ) {
      val refusing = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0)
      refusing.createContext(
        "/",
        x => {
          Source.fromInputStream(x.getRequestBody, "UTF-8").mkString
          x.sendResponseHeaders(status, -1)
          x.close()
        }
      )
      refusing.start()
      val url = s"http://127.0.0.1:${refusing.getAddress.getPort}"
      val emitter = open(text(Seq("type" -> "http", "url" -> url)), spool = Fixtures.folder())
      emitter.emit(Samples.event(EventType.Start))
      emitter.close(Duration.ofSeconds(10))
      assert(emitter.counts == expected, status)
      refusing.stop(0)
    }
  }

  test(
    "a backend that hangs delays neither events nor the shutdown; the next application delivers the events"
  ) {
    val first = open(http)
    assert(seconds(events.foreach(first.emit)) < 3)
    assert(seconds(first.close(Duration.ofMillis(300))) < 3)
    assert(first.counts == DeliveryCounts(spooled = 3))
    free.countDown()
    got.clear()
    val second = open(http)
    second.emit(Samples.event(EventType.Start))
    second.emit(Samples.event(EventType.Complete))
    Iterator.continually(second.counts).dropWhile { c =>
      if (c.recovered < 3) Thread.`yield`()
      c.recovered < 3
    }.next()
    second.close(Duration.ofSeconds(10))
    assert(second.counts == DeliveryCounts(sent = 2, recovered = 3))
    val run = Samples.run.runId
    val sent = got.toArray.toVector
    val (running, complete) = (sent.indexOf(s"$run-RUNNING-1"), sent.indexOf(s"$run-COMPLETE-2"))
    assert(running > sent.indexOf(s"$run-START-0") && complete > running, sent)
    assert(Fixtures.files(dir.resolve("spool")).isEmpty)
  }

  // rows: transport.composite
  test("a file in a composite gets its events at once, independently of the other members") {
    val both = Branch(Map(
      "type" -> Leaf("composite"),
      "transports" -> Branch(Map(
        "down" -> text(Seq("type" -> "http", "url" -> "http://127.0.0.1:1")),
        "file" -> text(Seq("type" -> "file", "location" -> "both.jsonl"))
      ))
    ))
    val emitter = open(both)
    events.foreach(emitter.emit)
    assert(Files.readAllLines(dir.resolve("both.jsonl")).size == 3)
    emitter.close(Duration.ofSeconds(10))
    assert(emitter.counts == DeliveryCounts(sent = 3, spooled = 3))
  }

  test("a pipe without a reader holds up no member with a spool") {
    val pipe = Fixtures.folder().resolve("pipe")
    assert(new ProcessBuilder("mkfifo", pipe.toString).start().waitFor() == 0)
    val both = Branch(Map(
      "type" -> Leaf("composite"),
      "transports" -> Branch(Map(
        "a" -> text(Seq("type" -> "file", "location" -> pipe.toString)),
        "b" -> text(Seq("type" -> "http", "url" -> "http://127.0.0.1:1"))
      ))
    ))
    val emitter = open(both, spool = Fixtures.folder())
    val emitting = new Thread(() => emitter.emit(events.head))
    emitting.setDaemon(true)
    emitting.start()
    val deadline = System.nanoTime + 10000000000L
    while (emitter.counts.spooled == 0 && System.nanoTime < deadline) Thread.sleep(10)
    assert(emitter.counts.spooled == 1 && emitting.isAlive)
    val reader = Files.newInputStream(pipe)
    emitting.join(10000)
    reader.close()
    emitter.close(Duration.ofSeconds(1))
  }

  test("with the spool off, events wait in memory, and the rest at shutdown is counted as dropped") {
    val emitter = open(text(Seq("type" -> "http", "url" -> "http://127.0.0.1:1")), SpoolMode.Off)
    events.foreach(emitter.emit)
    emitter.close(Duration.ofMillis(50))
    assert(emitter.counts == DeliveryCounts(dropped = 3))
  }
}

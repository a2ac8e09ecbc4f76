package io.headwater.shell.extensions.python.gateway

import java.io.{BufferedReader, InputStreamReader}
import java.net.{InetAddress, Socket}
import java.nio.charset.StandardCharsets
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.logging.{Handler, Level, LogRecord, Logger}

import org.scalatest.funsuite.AnyFunSuite

/** Calls the gateway with py4j's protocol: the commands that it answers, and those that it refuses. */
class LockedGatewaySuite extends AnyFunSuite {
  private val gateway = new LockedGateway({
    case ("echo", List(text: String)) => Right(text)
    case ("add", List(a: Number, b: Number)) => Right((a.longValue + b.longValue).toString)
    case ("fails", Nil) => throw new IllegalStateException("secret in the message")
  })
  gateway.open()

  private final class Client(token: Option[String]) {
    private val socket = new Socket(InetAddress.getLoopbackAddress, gateway.port)
    socket.setSoTimeout(5000)
    socket.setTcpNoDelay(true)
    private val in =
      new BufferedReader(new InputStreamReader(socket.getInputStream, StandardCharsets.UTF_8))
    token.foreach(t => send("A", t))

    /** Sends one command; returns its answer, or None if the connection is closed. */
    def send(lines: String*): Option[String] =
      try {
        socket.getOutputStream.write(lines.mkString("", "\n", "\n").getBytes(StandardCharsets.UTF_8))
        socket.getOutputStream.flush()
        Option(in.readLine())
      } catch { case _: java.net.SocketException => None }
  }

  private def client = new Client(Some(gateway.token))

  test("a method of the list can be called with strings and numbers") {
    assert(client.send("c", "t", "echo", "sgrüß\\ngott", "e").contains("!ysgrüß\\ngott"))
    assert(client.send("c", "t", "add", "i2", "L40", "e").contains("!ys42"))
  }

  test("py4j logs nothing of this gateway, and the lines of other gateways stay") {
    val (root, lines) = (Logger.getLogger("py4j"), new ConcurrentLinkedQueue[String])
    val handler = new Handler {
      def publish(record: LogRecord): Unit = { lines.add(record.getMessage); () }
      def flush(): Unit = ()
      def close(): Unit = ()
    }
    val before = root.getLevel
    root.setLevel(Level.ALL)
    root.addHandler(handler)
    try {
      val other = new LockedGateway({ case ("echo", List(text: String)) => Right(text) })
      other.open()
      assert(client.send("c", "t", "echo", "sgeheim", "e").contains("!ysgeheim"))
      other.close()
      assert(lines.isEmpty, lines)
      assert(root.getLevel == Level.ALL) // the program has turned it on
      Logger.getLogger("py4j.GatewayConnection").info("of the program")
      assert(lines.toArray.toSeq == Seq("of the program"))
    } finally {
      root.removeHandler(handler)
      root.setLevel(before)
    }
  }

  test("no other method can be called") {
    for (method <- Seq("getClass", "toString", "hashCode", "notify", "close"))
      assert(client.send("c", "t", method, "e").exists(_.startsWith("!x")), method)
    assert(client.send("c", "t", "echo", "i1", "e").exists(_.startsWith("!x")), "wrong type")
    assert(client.send("c", "GATEWAY_SERVER", "shutdown", "e").exists(_.startsWith("!x")))
    assert(client.send("c", "z:java.lang.System", "exit", "i1", "e").exists(_.startsWith("!x")))
    assert(client.send("c", "j", "getClass", "e").exists(_.startsWith("!x")))
  }

  test("references and proxies are refused as arguments") {
    assert(client.send("c", "t", "echo", "rt", "e").exists(_.startsWith("!x")))
    assert(client.send("c", "t", "echo", "fp0;java.lang.Runnable", "e").exists(_.startsWith("!x")))
  }

  test("a connection answers after a refused call") {
    val one = client
    assert(one.send("c", "t", "getClass", "e").exists(_.startsWith("!x")))
    assert(one.send("c", "t", "echo", "sagain", "e").contains("!ysagain"))
  }

  test("the other commands of py4j end the connection") {
    val commands = Seq(
      Seq("i", "java.util.ArrayList", "e"), // constructor
      Seq("f", "g", "t", "token", "e"), // field
      Seq("r", "u", "java.lang.System", "rj", "e"), // reflection
      Seq("j", "i", "rj", "java.util.*", "e"), // import
      Seq("d", "f", "t", "e"), // directory
      Seq("l", "a", "t", "e"), // list
      Seq("a", "g", "t", "i0", "e"), // array
      Seq("h", "o", "t", "e"), // help
      Seq("s"), // shutdown
      Seq("S", "t", "echo", "e"), // stream
      Seq("m", "d", "o0", "e"), // memory
      Seq("p", "p", "e") // exception
    )
    for (c <- commands) {
      val one = client
      assert(one.send(c: _*).forall(_.startsWith("!z")), c.mkString(" ")) // py4j's "fatal error"
      assert(one.send("c", "t", "echo", "sx", "e").isEmpty, c.mkString(" "))
    }
    assert(client.send("c", "t", "echo", "salive", "e").contains("!ysalive"))
  }

  test("without the right token no call is answered") {
    assert(new Client(None).send("c", "t", "echo", "sx", "e").forall(!_.startsWith("!y")))
    assert(new Client(Some("0" * 64)).send("c", "t", "echo", "sx", "e").forall(!_.startsWith("!y")))
  }

  private def connect(): Socket = {
    val socket = new Socket(InetAddress.getLoopbackAddress, gateway.port)
    socket.setSoTimeout(10000)
    socket
  }

  /** Whether the gateway has closed the connection; it sends nothing to a stranger. */
  private def isClosed(socket: Socket): Boolean =
    try socket.getInputStream.read() < 0
    catch { case _: java.net.SocketException => true }

  test("a connection that sends no token is closed, whatever it sends") {
    val before = gateway.refused
    val (silent, long) = (connect(), connect())
    try
      for (_ <- 1 to 100) long.getOutputStream.write(new Array[Byte](10000))
    catch { case _: java.net.SocketException => () }
    assert(isClosed(long), "a line is bounded")
    assert(isClosed(silent), "the time is bounded")
    val end =
      System.nanoTime + 10000000000L // a guard against hanging: the counter follows the end of the connection
    while (gateway.refused < before + 2 && System.nanoTime < end) Thread.sleep(10)
    assert(gateway.refused >= before + 2)
  }

  test("many connections without a token cost a bounded number of threads, and a peer still comes in") {
    val idle = Vector.fill(500)(connect())
    val threads = Thread.getAllStackTraces.keySet.toArray(Array.empty[Thread])
    assert(
      threads.count(_.getName.startsWith("headwater-python-")) <= 2 * ConnectionAuthenticator.maxWaiting + 20
    )
    assert(client.send("c", "t", "echo", "salive", "e").contains("!ysalive"))
    idle.foreach(s => assert(isClosed(s)))
  }

  test("answers have no class names of py4j and no stack trace") {
    val answers = Vector(
      client.send("x"),
      client.send("c", "t", "getClass", "e"),
      client.send("c", "t", "echo", "rt", "e")
    )
    for (answer <- answers.flatten) assert(!answer.contains("py4j") && !answer.contains("\\tat "), answer)
  }

  test("the token has 256 bits and differs for each gateway") {
    val other = new LockedGateway(PartialFunction.empty)
    assert(gateway.token.matches("[0-9a-f]{64}") && other.token != gateway.token)
  }

  test("the error of a failed method contains the class of the exception, not its message") {
    val answer = client.send("c", "t", "fails", "e")
    assert(answer.exists(a =>
      a.startsWith("!x") && a.contains("IllegalStateException") && !a.contains("secret")
    ))
  }

  test("a message over 8 kB does not wait for an acknowledgement") {
    val one = client
    val text = "x" * 20000
    val millis = Vector.fill(20) {
      val started = System.nanoTime
      assert(one.send("c", "t", "echo", s"s$text", "e").exists(_.length == text.length + 3))
      (System.nanoTime - started) / 1000000
    }
    assert(millis.min < 40, "without TCP_NODELAY a message takes 44 ms")
  }
}

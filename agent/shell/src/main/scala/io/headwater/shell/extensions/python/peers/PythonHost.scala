package io.headwater.shell.extensions.python.peers

import java.io.{BufferedReader, IOException, InputStreamReader}
import java.nio.charset.StandardCharsets
import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.annotation.tailrec
import scala.util.control.NonFatal

import com.fasterxml.jackson.databind.JsonNode

import io.headwater.redaction.Redactor
import io.headwater.shell.config.PythonConfig
import io.headwater.shell.json.Json
import io.headwater.shell.logging.DriverLog

/** The agent's own Python process, `python -m headwater.host`, on a thread of its own: started, listened to, and started
  * again when it ends, three times; then extensions are off. One that ends before it has ever said hello is not
  * started again: it would end again. The secret is its first line of input, and its input's
  * end tells it that the JVM is gone.
  */
final class PythonHost(
    config: PythonConfig,
    interpreter: String,
    pythonPath: Vector[String],
    bridge: Bridge,
    redactor: Redactor
) {
  private val log = new DriverLog(classOf[PythonHost], redactor)
  private val firstTry = new CountDownLatch(1)
  @volatile private var stopping = false
  @volatile private var running: Option[Process] = None
  @volatile private var greeted = false // whether any of its processes has ever said hello
  @volatile private var said = Option.empty[String] // the last line that it printed
  @volatile private var trouble = Option("the host has not said hello yet")
  private val thread = new Thread(() => live(), "headwater-python-host")
  thread.setDaemon(true)

  def start(): Unit = thread.start()

  /** Waits until the host has said hello, or has failed for the first time; `startTimeout` at most, and no longer than
    * `patience` (milliseconds) says, which is asked again and again.
    */
  def awaitStart(patience: () => Long): Unit = {
    val end = System.nanoTime + config.startTimeout.toNanos
    @tailrec def wait(): Unit = {
      val left = math.min((end - System.nanoTime) / 1000000, patience())
      if (left > 0 && !firstTry.await(math.min(left, PythonHost.look), TimeUnit.MILLISECONDS)) wait()
    }
    wait()
  }

  /** Its input ends, and it leaves; one that does not is killed. */
  def stop(): Unit = {
    stopping = true
    running.foreach { process =>
      closed(process)
      if (!process.waitFor(PythonHost.grace, TimeUnit.MILLISECONDS)) process.destroyForcibly()
    }
  }

  /** Why the host cannot be asked now, in words for an event; none where it can. */
  def problem: Option[String] = trouble.map { why =>
    if (config.extensions.isEmpty) why else s"$why; not asked: ${config.extensions.mkString(", ")}"
  }

  private def live(): Unit =
    try bridge.access() match {
        case Left(why) => off(why)
        case Right((port, token)) => attempts(port, token, PythonHost.pauses)
      }
    catch {
      case NonFatal(e) => off(e.toString)
      case e: LinkageError => off(e.toString) // another py4j
    }

  @tailrec private def attempts(port: Int, token: String, pauses: List[Long]): Unit = {
    val why = s"the host has ended: ${once(port, token)}"
    trouble = Some(why)
    bridge.hostEnded(why)
    if (!stopping) pauses match {
      case pause :: later if greeted =>
        log.warn(s"Headwater's Python: $why; it is started again in $pause s")
        Thread.sleep(pause * 1000)
        if (!stopping) attempts(port, token, later)
      case _ => off(why)
    }
  }

  private def off(why: String): Unit = {
    trouble = Some(s"$why; off for this application")
    log.warn(s"Headwater's extensions in Python are off for this application: $why")
    firstTry.countDown()
  }

  /** @return why it has ended */
  private def once(port: Int, token: String): String =
    try {
      val process = builder.start()
      running = Some(process)
      if (stopping) process.destroyForcibly()
      drain(process)
      greet(process, port, token)
      watch(process, System.nanoTime)
      (s"exit code ${process.exitValue}" +: said.filterNot(_ => greeted).toVector).mkString(", ")
    } catch {
      case e: IOException =>
        s"'$interpreter' cannot be started (${e.getMessage}); set spark.openlineage.python.exec"
      case _: InterruptedException => "interrupted"
    } finally running = None

  private def builder: ProcessBuilder = {
    val made = new ProcessBuilder(interpreter, "-u", "-m", "headwater.host").redirectErrorStream(true)
    val env = made.environment
    env.keySet.removeIf(_.startsWith("PYSPARK_GATEWAY"))
    val before = Option(env.get("PYTHONPATH")).filter(_.nonEmpty)
    if (pythonPath.nonEmpty)
      env.put("PYTHONPATH", (pythonPath ++ before).mkString(java.io.File.pathSeparator))
    made
  }

  private def greet(process: Process, port: Int, token: String): Unit = {
    val line = Json.obj().put("port", port).put("token", token).put("discover", config.discover)
      .put("maxMemoryMegabytes", config.maxMemoryMegabytes)
    line.set[JsonNode]("extensions", Json.strings(config.extensions))
    line.set[JsonNode]("disabled", Json.strings(config.disabled))
    process.getOutputStream.write(s"$line\n".getBytes(StandardCharsets.UTF_8))
    process.getOutputStream.flush()
  }

  /** Until it ends; killed when it has not said hello in time, or answers no more. */
  @tailrec private def watch(process: Process, since: Long): Unit =
    if (!process.waitFor(PythonHost.look, TimeUnit.MILLISECONDS)) {
      val peer = bridge.peers.find(_.isHost)
      if (peer.isDefined) {
        greeted = true
        trouble = None
        firstTry.countDown()
      }
      val waited = (System.nanoTime - since) / 1000000
      val mute = peer.isEmpty && waited > config.startTimeout.toMillis
      if (mute || peer.exists(_.late > config.timeout.toMillis)) {
        log.warn(s"Headwater's Python host ${if (mute) "did not start" else "does not answer"}; it is killed")
        process.destroyForcibly().waitFor()
      }
      watch(process, since)
    }

  /** What the host and its extensions print is a line of the log each. */
  private def drain(process: Process): Unit = {
    val reader = new BufferedReader(new InputStreamReader(process.getInputStream, StandardCharsets.UTF_8))
    val drainer = new Thread(
      () =>
        try PythonHost.lines(reader).map(_.take(PythonHost.longest)).foreach { line =>
            said = Some(line)
            log.info(s"Python: $line")
          }
        catch { case _: IOException => () },
      "headwater-python-output"
    )
    drainer.setDaemon(true)
    drainer.start()
  }

  private def closed(process: Process): Unit =
    try process.getOutputStream.close()
    catch { case _: IOException => () }
}

object PythonHost {
  private val pauses = List(1L, 2L, 4L) // seconds
  private val look = 100L // milliseconds
  private val grace = 500L // milliseconds
  private val longest = 2000

  private def lines(reader: BufferedReader): Iterator[String] =
    Iterator.continually(reader.readLine()).takeWhile(_ != null)
}

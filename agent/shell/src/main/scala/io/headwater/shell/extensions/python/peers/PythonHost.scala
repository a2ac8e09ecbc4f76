package io.headwater.shell.extensions.python.peers

import java.io.{IOException, InputStreamReader}
import java.nio.charset.StandardCharsets
import java.time.Duration
import java.util.concurrent.{CountDownLatch, TimeUnit}

import scala.annotation.tailrec
import scala.util.control.NonFatal

import io.headwater.redaction.{LineRedactor, Redactor}
import io.headwater.shell.config.PythonConfig
import io.headwater.shell.logging.DriverLog
import io.headwater.util.{BoundedLines, TimeLimit}

/** The agent's own Python process, `python -m headwater.host`, and the thread that starts and watches it. If the
  * process ends, it is restarted three times; after that the extensions in Python are off. A process that has lived for
  * an hour does not count, because some applications run for months. A process that ends before
  * its first `hello` is not restarted, since it would end again. A process that is slow to start is used as soon as it
  * says hello. The first line of its standard input contains the token; the end of its standard input shows it that the
  * JVM has ended.
  */
final class PythonHost(
    config: PythonConfig,
    interpreter: String,
    pythonPath: Vector[String],
    bridge: Bridge,
    redactor: Redactor
) {
  private val log = new DriverLog(classOf[PythonHost], redactor)
  private val firstAttempt = new CountDownLatch(1)
  @volatile private var stopping = false
  @volatile private var running: Option[Process] = None
  @volatile private var helloReceived = false // from any of the processes
  @volatile private var lastOutput = Option.empty[String]
  @volatile private var state = Option("the host has not said hello yet") // none: the host can be called
  private val thread = new Thread(() => run(), "headwater-python-host")
  thread.setDaemon(true)

  def start(): Unit = thread.start()

  /** Whether `awaitStart` still waits: it is not known yet which extensions the host has. Any thread may call it. */
  def isStarting: Boolean = firstAttempt.getCount > 0

  /** Waits until the host has said hello, its first attempt has failed, or `startTimeout` is over; and no longer than
    * `remainingMillis`, which can become shorter while it waits.
    */
  def awaitStart(remainingMillis: () => Long): Unit = {
    val limit = TimeLimit.in(config.startTimeout)
    @tailrec def wait(): Unit = {
      val left = math.min(limit.leftMillis, remainingMillis())
      if (left > 0 && !firstAttempt.await(math.min(left, PythonHost.pollMillis), TimeUnit.MILLISECONDS))
        wait()
    }
    wait()
  }

  /** Closes the standard input of the process, so that it ends; kills it if it does not. */
  def stop(): Unit = {
    stopping = true
    running.foreach { process =>
      closeInput(process)
      if (!process.waitFor(PythonHost.stopMillis, TimeUnit.MILLISECONDS)) process.destroyForcibly()
    }
  }

  /** The reason, for an event, why the host cannot be called now; none if it can. */
  def problem: Option[String] = state.map { reason =>
    if (config.extensions.isEmpty) reason else s"$reason; not called: ${config.extensions.mkString(", ")}"
  }

  private def run(): Unit =
    try bridge.access() match {
        case Left(reason) => switchOff(reason)
        case Right((port, token)) => runRepeatedly(port, token, PythonHost.restartSeconds)
      }
    catch {
      case NonFatal(e) => switchOff(e.toString)
      case e: LinkageError => switchOff(e.toString) // another version of py4j
    }

  @tailrec private def runRepeatedly(port: Int, token: String, pauses: List[Long]): Unit = {
    val start = System.nanoTime
    val reason = s"the host has ended: ${runOnce(port, token)}"
    state = Some(reason)
    bridge.hostEnded(reason)
    if (!stopping) PythonHost.pausesAfter(Duration.ofNanos(System.nanoTime - start), pauses) match {
      case pause :: later if helloReceived =>
        log.warn(
          s"Headwater: extensions in Python: $reason; it is started again in $pause s. " +
            "The job is not affected; until then the events lack the results of these extensions."
        )
        Thread.sleep(pause * 1000)
        if (!stopping) runRepeatedly(port, token, later)
      case _ => switchOff(reason)
    }
  }

  private def switchOff(reason: String): Unit = {
    state = Some(s"$reason; off for this application")
    log.warn(s"Headwater: the extensions in Python are off for this application: $reason")
    firstAttempt.countDown()
  }

  /** Starts the process and waits for its end.
    *
    * @return
    *   the reason why it has ended
    */
  private def runOnce(port: Int, token: String): String =
    try {
      val process = HostProcess.builder(interpreter, pythonPath).redirectErrorStream(true).start()
      running = Some(process)
      if (stopping) process.destroyForcibly()
      logOutput(process)
      HostProcess.send(process, HostProcess.settings(config).put("port", port).put("token", token))
      watch(process, 0, 0)
      val code = s"exit code ${process.exitValue}"
      if (helloReceived) code
      else
        (Vector(code) ++ lastOutput :+
          s"the interpreter was '$interpreter' (spark.openlineage.python.exec)").mkString(", ")
    } catch {
      case e: IOException =>
        s"'$interpreter' cannot be started (${e.getMessage}); set spark.openlineage.python.exec"
      case _: InterruptedException => "interrupted"
    } finally running = None

  /** Waits for the end of the process. Kills it if it is silent for too long. Counts polls instead of time, because a
    * virtual machine may pause: the process cannot answer then.
    *
    * @param withoutHello
    *   the polls at which the process had not said hello
    * @param silent
    *   the last polls in a row at which an answer was late
    */
  @tailrec private def watch(process: Process, withoutHello: Long, silent: Long): Unit =
    if (!process.waitFor(PythonHost.pollMillis, TimeUnit.MILLISECONDS)) {
      val peer = bridge.peers.find(_.isHost)
      if (peer.isDefined) ready()
      else if (withoutHello * PythonHost.pollMillis > config.startTimeout.toMillis) slow()
      if (silent * PythonHost.pollMillis > config.timeout.toMillis) {
        log.warn(
          s"Headwater: the Python process of the extensions does not answer within ${config.timeout.toMillis} ms " +
            "(spark.openlineage.python.timeoutMillis); it is killed"
        )
        process.destroyForcibly().waitFor()
      }
      watch(
        process,
        if (peer.isDefined) 0 else withoutHello + 1,
        if (peer.exists(_.silentMillis > 0)) silent + 1 else 0
      )
    }

  private def ready(): Unit = {
    helloReceived = true
    state = None
    firstAttempt.countDown()
  }

  /** From now on the events do not wait for the host. Logs this once. */
  private def slow(): Unit = if (isStarting) {
    val millis = config.startTimeout.toMillis
    val reason = s"the host has not started within $millis ms (spark.openlineage.python.startTimeoutMillis)"
    state = Some(s"$reason; it is called as soon as it has")
    log.warn(
      s"Headwater: extensions in Python: $reason. It is called as soon as it has; until then the events lack the " +
        "results of these extensions. The job is not affected."
    )
    firstAttempt.countDown()
  }

  /** Logs each line that the host and its extensions print. */
  private def logOutput(process: Process): Unit = {
    val lines = new BoundedLines(
      new InputStreamReader(process.getInputStream, StandardCharsets.UTF_8),
      PythonHost.maxReadLength
    )
    val redacted = new LineRedactor(redactor, PythonHost.maxLineLength)
    val thread = new Thread(
      () =>
        try lines.foreach { text =>
            val line = redacted(text)
            lastOutput = Some(line)
            if (line.startsWith(PythonHost.warning))
              log.warn(s"Python: ${line.drop(PythonHost.warning.length)}")
            else log.info(s"Python: $line")
          }
        catch { case _: IOException => () },
      "headwater-python-output"
    )
    thread.setDaemon(true)
    thread.start()
  }

  private def closeInput(process: Process): Unit =
    try process.getOutputStream.close()
    catch { case _: IOException => () }
}

object PythonHost {
  private val restartSeconds = List(1L, 2L, 4L)
  private val longLife = Duration.ofHours(1)
  private val pollMillis = 100L
  private val stopMillis = 500L
  private val maxLineLength = 2000
  private val maxReadLength = 1 << 16 // a secret at the end of what is logged is recognised as a whole

  /** How the SDK begins each line of a warning of its own: of an extension that fails or cannot be loaded. */
  private val warning = "WARNING headwater: "

  /** The pauses before further starts, after a process has lived for some time.
    *
    * @param left
    *   those that earlier processes have left
    */
  private[peers] def pausesAfter(lived: Duration, left: List[Long]): List[Long] =
    if (lived.compareTo(longLife) < 0) left else restartSeconds
}

package io.headwater.shell

import java.time.Duration

import org.apache.spark.{SPARK_VERSION, SparkConf}

import io.headwater.plan.shim.SparkShim
import io.headwater.redaction.Redactor
import io.headwater.shell.capture.{Captured, CapturedSizer}
import io.headwater.shell.config.{AgentConfig, ConfigReader}
import io.headwater.shell.environment.{ApplicationRuns, ClientLibrary, Shims, WorkingDirectory}
import io.headwater.shell.logging.{DriverLog, Guard}
import io.headwater.shell.meters.Meters
import io.headwater.shell.queue.{DropCounts, QueueBounds, Worker}
import io.headwater.util.TimeLimit

/** One application from its start to its end, with the queue and the worker thread that it is processed on. A wrong
  * setting, or a Spark version that is too old, costs one line in the log; the application then runs without lineage.
  *
  * @param flush waits until all Spark events that exist now have been processed; receives the time limit in milliseconds
  */
final class ApplicationAgent(conf: SparkConf, guard: Guard, flush: Long => Unit, meters: Meters) {
  private val log = new DriverLog(classOf[ApplicationAgent])
  private var running: Option[RunningAgent] = None // used by the worker thread only
  @volatile private var timeout = ApplicationAgent.defaultStopTimeout
  @volatile private var limit: Option[TimeLimit] = None // set once, when the application ends
  private val extensions = new OpenedExtensions[AgentExtensions] // opened once the configuration is read
  private val worker =
    new Worker[Captured](
      "headwater-worker",
      ApplicationAgent.initialBounds,
      CapturedSizer,
      handleGuarded,
      workerFailed
    )

  /** Enqueues an event for the worker thread. Any thread may call it. */
  def offer(captured: Captured): Unit = worker.offer(captured)

  /** How many events wait in the queue. */
  def waiting: Int = worker.waiting

  /** How long the application's end may wait for events to be sent. */
  def stopTimeout: Duration = timeout

  /** Whether an extension uses the events of jobs and stages; true until the extensions are known. Any thread may call it. */
  def wantsJobs: Boolean = extensions.get.forall(_.wantsJobs)

  /** What a full queue has dropped. The events of jobs and stages cost nothing if no extension uses them. */
  private def dropped: DropCounts =
    if (wantsJobs) worker.dropped else worker.dropped.copy(optional = 0)

  /** Processes what is queued and then `event`, within `stopTimeout`. Extensions may use half of this time.
    *
    * @return whether the time was enough
    */
  def stop(event: Captured.ApplicationEnded): Boolean = {
    limit = Some(TimeLimit.in(timeout))
    extensions.limitTo(timeout.toMillis / 2)
    worker.close(event, timeout.toMillis)
  }

  /** Releases what lives outside of the JVM. Any thread may call it. */
  def close(): Unit = extensions.close()

  /** The application's end is processed even if the agent is off, so that runs that have begun end with ABORT. */
  private def handleGuarded(captured: Captured): Unit = {
    val stage = s"process a Spark event (${captured.productPrefix})"
    captured match {
      case started: Captured.ApplicationStarted =>
        guard(stage, ownThread = true)(start(started))
        Agent.started(conf, guard, ownThread = true)
      case ended: Captured.ApplicationEnded =>
        guard.always(
          stage,
          ownThread = true
        )(running.foreach(_.stop(ended, worker.countLost _, dropped, remaining)))
      case Captured.Barrier(processed) => guard(stage, ownThread = true)(processed.countDown())
      case other =>
        val isDone =
          guard.completes(stage, ownThread = true)(running.foreach(_.handle(other, worker.countLost _)))
        if (!isDone) worker.countLost()
    }
  }

  /** Counts an event of Spark's that could not be captured. Any thread may call it. */
  def countLost(): Unit = worker.countLost()

  /** The guard itself has failed, so nothing can be processed any more. */
  private def workerFailed(cause: Throwable): Unit = {
    guard.switchOff()
    log.error(
      s"Headwater is off for this application: its thread has ended. Runs that are open have no end event. Cause: $cause"
    )
  }

  private def start(started: Captured.ApplicationStarted): Unit = {
    val outcome = for {
      shim <- Shims.of(SPARK_VERSION)
      otherClient <- new ClientLibrary(getClass).check.left.map(Redactor.default.text)
      config <- ConfigReader.read(
        conf.getAll.toMap,
        sys.env,
        WorkingDirectory.current,
        WorkingDirectory.home
      ).left.map(_.firstLine)
      _ = guard.redactWith(config.redactor)
      _ <- if (config.disabled) Right(disabled()) else start(started, shim, config, otherClient)
    } yield ()
    outcome.left.foreach { why =>
      guard.switchOff()
      log.redactedError(s"Headwater is off for this application. $why")
    }
  }

  private def disabled(): Unit = {
    guard.switchOff()
    log.info(
      "Headwater is off for this application: spark.openlineage.disabled or OPENLINEAGE_DISABLED is true"
    )
  }

  /** `Left` if the configured transport cannot be used. */
  private def start(
      started: Captured.ApplicationStarted,
      shim: SparkShim,
      config: AgentConfig,
      otherClient: Option[String]
  ): Either[String, Unit] = {
    val applications = new ApplicationRuns(conf, config, shim)
    val signal = applications.started(started.event)
    val composition = new Composition(conf, config, shim, applications, signal, meters)
    val opened = composition.extensions(guard, flush)
    extensions.open(opened) // from now on `close` releases them, whatever happens
    composition.agent(opened, worker.waiting).map { agent =>
      timeout = config.lifecycle.stopTimeout
      worker.limit(config.queue)
      meters.watch(agent.gauges(worker.waiting, dropped))
      (otherClient.toVector ++ config.warnings).foreach(w => log.warn(s"Headwater: $w"))
      running = Some(agent)
      agent.start(signal)
    }
  }

  /** What is left of the time for the application's end, less a margin to log the result. */
  private def remaining: Duration = {
    val nanos = limit.fold(timeout.toNanos)(_.leftNanos) - ApplicationAgent.shutdownMargin.toNanos
    Duration.ofNanos(math.max(0L, nanos))
  }
}

object ApplicationAgent {
  private val defaultStopTimeout: Duration = Duration.ofSeconds(5)
  private val shutdownMargin = Duration.ofMillis(100)

  /** The bounds of the queue until the configuration is read. */
  private val initialBounds = QueueBounds(10000, 64L << 20, 100000)
}
